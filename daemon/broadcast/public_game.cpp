#include "daemon/broadcast/public_game.hpp"

#include <algorithm>

namespace adoube::broadcast {

bool is_public_id(std::string_view id) {
    constexpr std::size_t longest = 200;
    return !id.empty() && id.size() <= longest && std::ranges::all_of(id, [](char c) {
        return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '.' ||
               c == '_' || c == '-';
    });
}

std::int64_t left_ms(const ClockFace& face, chess::Side side, UtcMs utc_ms) {
    const auto shown = side == chess::Side::white ? face.white_ms : face.black_ms;
    return face.running == side ? shown - (utc_ms - face.at_utc_ms) : shown;
}

bool has_begun(const PublicGame& game) {
    return !game.moves.empty() || (game.clocks && game.clocks->running) || game.result != chess::Result::open;
}

} // namespace adoube::broadcast
