#include "daemon/chess/notation/bare_text.hpp"

#include "daemon/text/utf8.hpp"

#include <algorithm>

namespace adoube::chess {

namespace {

struct Plain {
    std::string_view foreign, plain;
};
constexpr std::array look_alikes{
    // Cyrillic а, с, е, о, О, х, Х
    Plain{"\u0430", "a"},
    Plain{"\u0441", "c"},
    Plain{"\u0435", "e"},
    Plain{"\u043e", "o"},
    Plain{"\u041e", "O"},
    Plain{"\u0445", "x"},
    Plain{"\u0425", "x"},
    Plain{"×", "x"},
    // hyphens, dashes, minus
    Plain{"\u2010", "-"},
    Plain{"\u2011", "-"},
    Plain{"\u2013", "-"},
    Plain{"\u2014", "-"},
    Plain{"\u2212", "-"},
    Plain{"…", "..."},
    Plain{"†", "+"},
    Plain{"‡", "#"},
    // no-break space; variation selectors after figurines
    Plain{"\u00a0", " "},
    Plain{"\ufe0e", ""},
    Plain{"\ufe0f", ""},
};

struct Mark {
    std::string_view text;
    bool BareText::*says = nullptr;
};
/// A longer mark before those that it ends with.
constexpr std::array marks{
    Mark{"(e.p.)", &BareText::en_passant},
    Mark{"e.p.", &BareText::en_passant},
    Mark{"e.p", &BareText::en_passant},
    Mark{"(ep)", &BareText::en_passant},
    Mark{"ep", &BareText::en_passant},
    Mark{"(=)", &BareText::draw_offered},
    Mark{"+", &BareText::check},
    Mark{"#", &BareText::mate},
    Mark{"!"},
    Mark{"?"},
    Mark{"="},
    Mark{" "},
    Mark{"\t"},
    Mark{"\r"},
    Mark{"\n"},
};

std::string made_plain(std::string_view text) {
    std::string result;
    while (!text.empty()) {
        const auto size = std::max<std::size_t>(text::utf8_length(text), 1);
        const auto character = text.substr(0, size);
        const auto row = std::ranges::find(look_alikes, character, &Plain::foreign);
        result += row == look_alikes.end() ? character : row->plain;
        text.remove_prefix(size);
    }
    return result;
}

void drop(std::string_view& text, std::string_view letters) {
    text.remove_prefix(std::min(text.find_first_not_of(letters), text.size()));
}

/// "12.e4", "12. e4", "12...e5": a number needs its dot.
void drop_number(std::string_view& text) {
    constexpr std::string_view space = " \t\r\n";
    drop(text, space);
    std::string_view rest = text;
    drop(rest, "0123456789");
    if (rest.size() == text.size() || !rest.starts_with('.')) return;
    drop(rest, ".");
    drop(rest, space);
    text = rest;
}

} // namespace

BareText bare_text(std::string_view text) {
    const std::string plain = made_plain(text);
    std::string_view rest = plain;
    drop_number(rest);
    BareText bare;
    const auto ends = [&rest](const Mark& mark) { return rest.ends_with(mark.text); };
    for (auto mark = std::ranges::find_if(marks, ends); mark != marks.end();
         mark = std::ranges::find_if(marks, ends)) {
        if (mark->says != nullptr) bare.*mark->says = true;
        rest.remove_suffix(mark->text.size());
    }
    bare.check |= bare.mate;
    bare.move = rest;
    return bare;
}

std::optional<bool> castles_kingside(std::string_view move) {
    std::string zeros(move);
    std::erase(zeros, '-');
    std::ranges::replace_if(
        zeros, [](char sign) { return sign == 'O' || sign == 'o'; }, '0');
    if (zeros != "00" && zeros != "000") return std::nullopt;
    return zeros.size() == 2;
}

std::string_view letter(PieceType type, const Language& language) {
    const std::string_view spellings = language.pieces[static_cast<std::size_t>(type)];
    return spellings.substr(0, spellings.find(' '));
}

std::optional<PieceType> take_piece(std::string_view& rest, const Language& language) {
    std::optional<PieceType> taken;
    std::size_t longest = 0;
    for (const PieceType type : all_piece_types) {
        std::string_view spellings = language.pieces[static_cast<std::size_t>(type)];
        while (!spellings.empty()) {
            const auto spelling = spellings.substr(0, spellings.find(' '));
            spellings.remove_prefix(std::min(spelling.size() + 1, spellings.size()));
            if (spelling.size() <= longest || !rest.starts_with(spelling)) continue;
            longest = spelling.size();
            taken = type;
        }
    }
    rest.remove_prefix(longest);
    return taken;
}

} // namespace adoube::chess
