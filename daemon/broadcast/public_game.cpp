#include "daemon/broadcast/public_game.hpp"

namespace adoube::broadcast {

std::int64_t left_ms(const ClockFace& face, chess::Side side, UtcMs utc_ms) {
    const auto shown = side == chess::Side::white ? face.white_ms : face.black_ms;
    return face.running == side ? shown - (utc_ms - face.at_utc_ms) : shown;
}

bool has_begun(const PublicGame& game) {
    return !game.moves.empty() || (game.clocks && game.clocks->running) || game.result != chess::Result::open;
}

} // namespace adoube::broadcast
