#include "daemon/chess/notation/pgn.hpp"
#include "daemon/chess/notation/pgn_tags.hpp"
#include "daemon/chess/notation/san.hpp"
#include "daemon/text/quoting.hpp"

#include <algorithm>
#include <sstream>

namespace adoube::chess {

namespace {

std::string tag_pair(std::string_view name, std::string_view value) {
    std::string line = "[" + std::string(name) + " \"";
    for (const char letter : text::without_controls(value)) {
        if (letter == '"' || letter == '\\') line += '\\';
        line += letter;
    }
    return line + "\"]\n";
}

bool is_name(std::string_view text) {
    return !text.empty() && std::all_of(text.begin(), text.end(), is_symbol_letter);
}

std::string tag_section(const PgnGame& game) {
    auto tags = game.tags;
    std::erase_if(tags, [](const auto& tag) { return !is_name(tag.first); });
    for (const std::string_view held : {"FEN", "SetUp"})
        if (const auto tag = tags.find(held); tag != tags.end()) tags.erase(tag);
    tags["Result"] = to_string(game.result);
    if (game.chess960) tags["Variant"] = "Chess960";
    if (game.chess960 || game.start != Position::start()) {
        tags["FEN"] = game.start.fen();
        tags["SetUp"] = "1";
    }

    std::string text;
    for (const auto& [name, unknown] : seven_tag_roster) {
        const auto tag = tags.find(name);
        text += tag_pair(name, tag == tags.end() || tag->second.empty() ? unknown : tag->second);
        if (tag != tags.end()) tags.erase(tag);
    }
    for (const auto& [name, value] : tags) text += tag_pair(name, value);
    return text;
}

class Lines {
  public:
    void add(std::string_view word) {
        constexpr std::size_t longest = 79;
        if (column_ != 0 && column_ + 1 + word.size() > longest) {
            text_ += '\n';
            column_ = 0;
        }
        if (column_ != 0) {
            text_ += ' ';
            ++column_;
        }
        text_ += word;
        column_ += word.size();
    }
    std::string take() { return std::move(text_); }

  private:
    std::string text_;
    std::size_t column_ = 0;
};

std::string two_digits(std::int64_t number) {
    return {static_cast<char>('0' + number / 10), static_cast<char>('0' + number % 10)};
}

/// Without line breaks: simple programs expect it in one line.
std::string times(const PgnMove& move) {
    std::string commands;
    if (move.clock_ms) commands += "[%clk " + clock_face(*move.clock_ms) + "]";
    if (move.clock_ms && move.elapsed_ms) commands += ' ';
    if (move.elapsed_ms) commands += "[%emt " + clock_face(*move.elapsed_ms) + "]";
    return commands.empty() ? "" : '{' + commands + '}';
}

void add_comment(Lines& lines, std::string comment) {
    std::erase(comment, '}');
    if (comment.empty()) return;
    std::istringstream words('{' + comment + '}');
    for (std::string word; words >> word;) lines.add(word);
}

std::string movetext(const PgnGame& game) {
    Lines lines;
    add_comment(lines, game.comment);
    Position position = game.start;
    bool number_due = true;
    for (const PgnMove& move : game.moves) {
        const bool white = position.to_move() == Side::white;
        if (white || number_due)
            lines.add(std::to_string(position.fullmove_number()) + (white ? "." : "..."));
        lines.add(to_san(position, move.move));
        const std::string comment = times(move);
        if (!comment.empty()) lines.add(comment);
        number_due = !comment.empty();
        position.play(move.move);
    }
    lines.add(to_string(game.result));
    return lines.take() + '\n';
}

} // namespace

std::string clock_face(std::int64_t ms) {
    const std::int64_t seconds = std::max<std::int64_t>(ms, 0) / 1000;
    return std::to_string(seconds / 3600) + ':' + two_digits(seconds / 60 % 60) + ':' +
           two_digits(seconds % 60);
}

std::string to_pgn(const PgnGame& game) { return tag_section(game) + '\n' + movetext(game) + '\n'; }

} // namespace adoube::chess
