#include "daemon/broadcast/told_games.hpp"

#include "daemon/broadcast/is_game.hpp"
#include "daemon/broadcast/merged_pgn.hpp"
#include "daemon/chess/notation/pgn.hpp"

#include <algorithm>
#include <charconv>

namespace adoube::broadcast {
namespace {

std::string tag_of(const chess::PgnGame& pgn, const char* name) {
    const auto found = pgn.tags.find(name);
    return found == pgn.tags.end() ? std::string() : found->second;
}

/// 0: none.
int board_of(const chess::PgnGame& pgn) {
    const auto text = tag_of(pgn, "Board");
    int board = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), board);
    const bool is_number = error == std::errc() && end == text.data() + text.size();
    return is_number && board > 0 && board <= most_boards ? board : 0;
}

/// "3.2" on board 2 is round 3.
std::string round_of(const chess::PgnGame& pgn, int board) {
    auto round = tag_of(pgn, "Round");
    if (const auto suffix = '.' + std::to_string(board); round.ends_with(suffix))
        round.resize(round.size() - suffix.size());
    return round;
}

PublicGame public_game(const chess::PgnGame& pgn, std::string id, int board) {
    PublicGame game;
    game.id = std::move(id);
    game.board = board;
    game.tags = PublicTags(pgn.tags);
    game.tags.set("Round", round_of(pgn, board));
    game.start = game.position = pgn.start;
    game.chess960 = pgn.chess960;
    for (const auto& [move, clock_ms, elapsed_ms] : pgn.moves) {
        game.moves.push_back({game.position, move, pgn.chess960, clock_ms});
        game.position.play(move);
    }
    game.result = pgn.result;
    game.by_time = tag_of(pgn, "Termination") == "time forfeit";
    return game;
}

/// Null if it is none.
std::shared_ptr<const ToldGame> read_game(std::string_view text, std::string_view id) {
    const auto pgn = chess::PgnReader(text).next();
    if (!pgn || !*pgn) return nullptr;
    const int board = board_of(**pgn);
    if (board == 0) return nullptr;
    auto game = public_game(**pgn, std::string(id), board);
    if (!is_game(game)) return nullptr;
    return std::make_shared<const ToldGame>(ToldGame{std::move(game), std::string(text)});
}

} // namespace

ToldGames ToldGamesReader::read(std::string_view pgn) {
    decltype(last_) now;
    ToldGames games;
    while (!pgn.empty()) {
        const auto text = take_game(pgn);
        const auto id = id_of(text);
        if (!is_public_id(id) || now.contains(id)) continue;
        const auto known = last_.find(id);
        auto game = known != last_.end() && known->second->pgn == text ? known->second : read_game(text, id);
        if (!game) continue;
        now.emplace(id, game);
        games.push_back(std::move(game));
    }
    last_ = std::move(now);
    return games;
}

} // namespace adoube::broadcast
