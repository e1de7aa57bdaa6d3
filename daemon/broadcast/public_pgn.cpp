#include "daemon/broadcast/public_pgn.hpp"

#include "daemon/chess/notation/pgn.hpp"

#include <algorithm>

namespace adoube::broadcast {
namespace {

/// "3" on board 2 becomes "3.2"; "3.2" and "?" stay.
std::string round_and_board(std::string_view round, int board) {
    const bool number = !round.empty() && round.find_first_not_of("0123456789") == std::string_view::npos;
    return number ? std::string(round) + '.' + std::to_string(board)
                  : std::string(round.empty() ? "?" : round);
}

const char* termination_of(const PublicGame& game) {
    if (game.result == chess::Result::open) return "unterminated";
    return game.by_time ? "time forfeit" : "normal";
}

/// The standard escapes both with a backslash (PGN 8.1.1), but common readers (chess.js, python-chess) fail
/// at the quotation mark within or show the backslash.
std::string without_escapes(std::string value) {
    std::ranges::replace(value, '"', '\'');
    std::ranges::replace(value, '\\', '/');
    return value;
}

/// Without its moves.
chess::PgnGame tagged(const PublicGame& game) {
    chess::PgnGame pgn;
    for (const auto& [name, value] : game.tags) pgn.tags.emplace(name, without_escapes(std::string(value)));
    pgn.tags.insert_or_assign("GameId", game.id);
    pgn.tags.insert_or_assign("Board", std::to_string(game.board));
    pgn.tags.insert_or_assign("Round", round_and_board(game.tags["Round"], game.board));
    pgn.tags.insert_or_assign("Termination", termination_of(game));
    if (game.clocks) {
        pgn.tags.insert_or_assign("WhiteClock", chess::clock_face(game.clocks->white_ms));
        pgn.tags.insert_or_assign("BlackClock", chess::clock_face(game.clocks->black_ms));
    }
    pgn.start = game.start;
    pgn.chess960 = game.chess960;
    pgn.result = game.result;
    return pgn;
}

} // namespace

bool GrowingPgn::goes_on_in(const PublicGame& game) const {
    return text_ && start_ == game.start && PublicMoves::same(moves_, game.moves) == moves_.size();
}

std::string GrowingPgn::of(const PublicGame& game) {
    if (!goes_on_in(game)) {
        start_ = game.start;
        moves_.clear();
        text_.emplace(start_);
    }
    for (auto ply = moves_.size(); ply < game.moves.size(); ++ply)
        text_->add(game.moves[ply].san(), {game.moves[ply].clock_ms, {}});
    moves_ = game.moves;
    return chess::to_pgn(tagged(game), *text_);
}

std::string to_pgn(const PublicGame& game) { return GrowingPgn().of(game); }

} // namespace adoube::broadcast
