#include "tools/adoube/games/notate.hpp"

#include "tools/adoube/common/answer.hpp"
#include "tools/adoube/common/files.hpp"
#include "tools/adoube/common/progress.hpp"
#include "tools/adoube/games/game_file.hpp"
#include "tools/adoube/games/game_json.hpp"
#include "tools/adoube/games/notated_games.hpp"

#include <boost/json.hpp>

#include <algorithm>
#include <ostream>

namespace adoube::tools {

namespace {

/// Pads to `width` UTF-8 characters.
std::string padded(const std::string& text, std::size_t width) {
    const auto letters = static_cast<std::size_t>(
        std::ranges::count_if(text, [](char byte) { return (byte & 0xc0) != 0x80; }));
    return text + std::string(width > letters ? width - letters : 0, ' ');
}

std::string tag_section(const chess::PgnGame& game) {
    const std::string pgn = chess::to_pgn(game);
    return pgn.substr(0, pgn.find("\n\n") + 1);
}

void print_row(int number, const std::string& white, const std::string& black, std::ostream& out) {
    out << padded(std::to_string(number) + ".", 4) << ' ';
    if (black.empty())
        out << white << '\n';
    else
        out << padded(white, 13) << ' ' << black << '\n';
}

void print(const chess::PgnGame& game, const chess::Notation& notation, std::ostream& out) {
    put_pgn(out, tag_section(game) + '\n');
    chess::Position position = game.start;
    std::string white;
    for (const auto& [move, clock_ms, elapsed_ms] : game.moves) {
        const std::string text = chess::to_text(position, {move}, notation);
        if (position.to_move() == chess::Side::white) {
            white = text;
        } else {
            print_row(position.fullmove_number(), white, text, out);
            white.clear();
        }
        position.play(move);
    }
    if (!white.empty()) print_row(position.fullmove_number(), white, "", out);
    out << to_string(game.result) << "\n\n";
}

int to_pgn(const NotateOptions& options, const chess::Notation& notation, Streams io) {
    const auto text = read_file(options.games, io.in);
    if (!text) {
        say(io.err, text.error());
        return bad_input;
    }
    int status = success;
    for (const auto& game : read_notated(*text, notation)) {
        if (game) {
            put_pgn(io.out, chess::to_pgn(*game));
            continue;
        }
        say(io.err, options.games + ':' + std::to_string(game.error().line) + ": " + game.error().reason);
        status = bad_input;
    }
    return status;
}

} // namespace

int run_notate(const NotateOptions& options, Streams io) {
    const auto notation = chess::notation_named(options.style, options.language);
    if (!notation) {
        say(io.err, "notate: " + notation.error());
        return bad_input;
    }
    if (options.to_pgn) return to_pgn(options, *notation, io);
    const GameFile file = read_games(options.games, std::nullopt, io.in, io.err);
    Progress progress(io, options.json);
    for (const auto& [number, game] : file.games) {
        progress.tell(static_cast<std::size_t>(number), static_cast<std::size_t>(file.count), "games");
        options.json ? put_json(io.out, json_of(game, *notation)) : print(game, *notation, io.out);
    }
    return file.status;
}

} // namespace adoube::tools
