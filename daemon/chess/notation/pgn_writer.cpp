#include "daemon/chess/notation/pgn.hpp"
#include "daemon/chess/notation/pgn_tags.hpp"
#include "daemon/chess/notation/san.hpp"
#include "daemon/text/quoting.hpp"

#include <algorithm>

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

Movetext movetext(const PgnGame& game) {
    Movetext text(game.start, game.comment);
    Position position = game.start;
    for (const PgnMove& move : game.moves) {
        text.add(to_san(position, move.move), {move.clock_ms, move.elapsed_ms});
        position.play(move.move);
    }
    return text;
}

} // namespace

std::string to_pgn(const PgnGame& game, const Movetext& moves) {
    return tag_section(game) + '\n' + moves.ended(game.result) + '\n';
}

std::string to_pgn(const PgnGame& game) { return to_pgn(game, movetext(game)); }

} // namespace adoube::chess
