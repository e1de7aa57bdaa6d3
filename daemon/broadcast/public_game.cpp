#include "daemon/broadcast/public_game.hpp"

#include "daemon/chess/notation/san.hpp"

namespace adoube::broadcast {

PublicMove::PublicMove(const chess::Position& before, chess::Move move, bool chess960,
                       std::optional<std::int64_t> left_ms)
    : clock_ms(left_ms), move_(move), san_(chess::to_san(before, move)), uci_(chess::to_uci(move, chess960)) {
}

std::int64_t left_ms(const ClockFace& face, chess::Side side, UtcMs utc_ms) {
    const auto shown = side == chess::Side::white ? face.white_ms : face.black_ms;
    return face.running == side ? shown - (utc_ms - face.at_utc_ms) : shown;
}

bool has_begun(const PublicGame& game) {
    return !game.moves.empty() || (game.clocks && game.clocks->running) || game.result != chess::Result::open;
}

} // namespace adoube::broadcast
