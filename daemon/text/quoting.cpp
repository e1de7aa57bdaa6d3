#include "daemon/text/quoting.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace adoube::text {
namespace {

constexpr std::size_t longest_line = 16384, longest_quotation = 24; // characters

/// The first character of a non-empty text.
struct Character {
    std::string_view bytes;
    bool is_utf8;

    explicit Character(std::string_view text)
        : bytes(text.substr(0, std::max<std::size_t>(utf8_length(text), 1))),
          is_utf8(utf8_length(text) != 0) {}
};

std::string hex(char32_t number) {
    std::string digits;
    for (; number != 0 || digits.size() < 2; number >>= 4) digits += "0123456789abcdef"[number & 15];
    return {digits.rbegin(), digits.rend()};
}

/// Unicode 23.7: these will never be characters.
bool is_noncharacter(char32_t c) { return (c & 0xfffe) == 0xfffe || (c >= 0xfdd0 && c <= 0xfdef); }

std::string shown(const Character& character) {
    if (!character.is_utf8) return "\\x" + hex(static_cast<unsigned char>(character.bytes[0]));
    const auto code = code_point(character.bytes);
    return is_control(code) || is_noncharacter(code) ? "\\u{" + hex(code) + "}"
                                                     : std::string(character.bytes);
}

/// Printable ASCII but '"' and '\', U+00A1 to U+053F (Latin, Greek, Cyrillic), and chess figures.
bool is_quotable(std::string_view character) {
    if (character.size() == 1)
        return character >= " " && character <= "~" && character != "\"" && character != "\\";
    if (character.size() == 2) return character >= "\u00a1" && character <= "\u053f";
    return character >= "♔" && character <= "♟";
}

bool turns_writing(char32_t c) {
    return c == 0x61c || c == 0x200e || c == 0x200f || (c >= 0x202a && c <= 0x202e) ||
           (c >= 0x2066 && c <= 0x2069);
}

/// What stands in a text and is not seen. Joiners (Persian, Indic) and variation selectors (Mongolian, Han)
/// change what is seen.
bool is_unseen(char32_t c) {
    return c == 0xad || c == 0x115f || c == 0x1160 || c == 0x180e || c == 0x200b ||
           (c >= 0x2060 && c <= 0x2064) || (c >= 0x206a && c <= 0x206f) || c == 0x3164 || c == 0xfeff ||
           c == 0xffa0 || (c >= 0xfff9 && c <= 0xfffb) || (c >= 0xe0000 && c <= 0xe007f);
}

bool breaks_line(char32_t c) { return (c >= 0x0a && c <= 0x0d) || c == 0x85 || c == 0x2028 || c == 0x2029; }

std::string in_words(char32_t control) {
    if (breaks_line(control)) return "a line break";
    if (control == '\t') return "a tab";
    auto code = hex(control);
    code.insert(0, code.size() < 4 ? 4 - code.size() : 0, '0');
    for (char& digit : code)
        if (digit >= 'a') digit = static_cast<char>(digit - 'a' + 'A');
    const auto name = "U+" + code;
    if (turns_writing(control)) return name + ", which turns the writing";
    if (is_unseen(control)) return name + ", which is not seen";
    return is_noncharacter(control) ? name + ", which is no character" : "the control character " + name;
}

/// Of the blocks of Unicode that are written so.
bool is_right_to_left(char32_t c) {
    return (c >= 0x590 && c <= 0x8ff) || (c >= 0xfb1d && c <= 0xfdff) || (c >= 0xfe70 && c <= 0xfefc) ||
           (c >= 0x10800 && c <= 0x10fff) || (c >= 0x1e800 && c <= 0x1efff);
}

/// What may stand between two words of one name, as in "Cohen, Yael".
bool joins_words(std::string_view text) {
    constexpr std::array joints = std::to_array<std::string_view>({" ", ",", ", ", "-", "'", "’", ".", ". "});
    return std::ranges::find(joints, text) != joints.end();
}

/// One that begins with a sign, and has more than signs.
bool is_formula(std::string_view cell) {
    constexpr std::string_view first = "=+-@\t\r\n", signs = "=+-@/";
    return !cell.empty() && first.contains(cell.front()) &&
           cell.find_first_not_of(signs) != std::string_view::npos;
}

/// No name has one.
bool is_unfit(char32_t c) { return is_control(c) || is_noncharacter(c) || is_unseen(c); }

} // namespace

bool is_control(char32_t c) {
    return c < 0x20 || (c >= 0x7f && c < 0xa0) || breaks_line(c) || turns_writing(c);
}

std::string shown(std::string_view line) {
    std::string text;
    for (std::size_t count = 0; !line.empty(); ++count) {
        if (count == longest_line) return text + "…";
        const Character character(line);
        text += shown(character);
        line.remove_prefix(character.bytes.size());
    }
    return text;
}

std::string without_controls(std::string_view text) {
    const auto whole = to_utf8(text);
    std::string plain;
    for (std::string_view rest = whole; !rest.empty();) {
        const Character character(rest);
        if (is_unfit(code_point(character.bytes)))
            plain += ' ';
        else
            plain += character.bytes;
        rest.remove_prefix(character.bytes.size());
    }
    return plain;
}

std::string unfit_in(std::string_view text) {
    while (!text.empty()) {
        const Character character(text);
        if (!character.is_utf8) return "bytes that are not UTF-8";
        if (const auto code = code_point(character.bytes); is_unfit(code)) return in_words(code);
        text.remove_prefix(character.bytes.size());
    }
    return {};
}

std::string without_unseen(std::string_view text) {
    std::string rest;
    while (!text.empty()) {
        const Character character(text);
        const auto code = character.is_utf8 ? code_point(character.bytes) : U' ';
        if (!turns_writing(code) && !is_unseen(code)) rest += character.bytes;
        text.remove_prefix(character.bytes.size());
    }
    return rest;
}

std::string excerpt(std::string_view text, std::size_t most) {
    const auto whole = without_controls(text);
    std::string_view rest = whole;
    for (std::size_t count = 0; !rest.empty(); ++count) {
        if (count == most) return whole.substr(0, whole.size() - rest.size()) + "…";
        rest.remove_prefix(utf8_length(rest));
    }
    return whole;
}

std::string escaped_for_html(std::string_view text) {
    std::string html;
    for (const char c : text) switch (c) {
        case '&': html += "&amp;"; break;
        case '<': html += "&lt;"; break;
        case '>': html += "&gt;"; break;
        case '"': html += "&quot;"; break;
        default: html += c;
        }
    return html;
}

std::string name_for_html(std::string_view name) { return "<bdi>" + escaped_for_html(name) + "</bdi>"; }

std::string sentence_for_html(std::string_view text) {
    std::string html, run, joint; // what is not in `html` yet
    const auto end_run = [&] {
        if (!run.empty()) html += name_for_html(std::exchange(run, {}));
        html += escaped_for_html(std::exchange(joint, {}));
    };
    for (; !text.empty(); text.remove_prefix(Character(text).bytes.size())) {
        const Character character(text);
        if (character.is_utf8 && is_right_to_left(code_point(character.bytes))) {
            run += std::exchange(joint, {}) + std::string(character.bytes);
            continue;
        }
        joint += character.bytes;
        if (run.empty() || !joins_words(joint)) end_run();
    }
    end_run();
    return html;
}

std::string csv_cell(std::string_view text) {
    const auto cell = (is_formula(text) ? "'" : "") + std::string(text);
    if (cell.find_first_of(";\"\r\n") == std::string::npos) return cell;
    std::string quoted = "\"";
    for (const char c : cell) quoted += c == '"' ? "\"\"" : std::string(1, c);
    return quoted + '"';
}

std::string quoted(std::string_view text) {
    std::string result = "\"";
    for (std::size_t count = 0; count < longest_quotation && !text.empty(); ++count) {
        const Character character(text);
        result += character.is_utf8 && is_quotable(character.bytes) ? character.bytes : "?";
        text.remove_prefix(character.bytes.size());
    }
    return result + (text.empty() ? "\"" : "…\"");
}

} // namespace adoube::text
