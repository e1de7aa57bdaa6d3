#include "daemon/broadcast/public_end.hpp"

#include "daemon/chess/unwinnable/unwinnable.hpp"

namespace adoube::broadcast {
namespace {

/// Asked again whenever the game is written: few nodes show what lack of material and locked pawns make dead.
constexpr std::uint64_t nodes_for_dead = 200;

} // namespace

std::string_view end_of(const PublicGame& game) {
    using chess::Result, chess::Side;
    if (game.result == Result::open) return {};
    const bool drawn = game.result == Result::draw;
    if (game.by_time) return drawn ? "time without mate" : "time";
    const auto mated = game.position.to_move() == Side::white ? Result::black_wins : Result::white_wins;
    const bool can_move = game.position.has_legal_move();
    if (!can_move && game.position.in_check() && game.result == mated) return "checkmate";
    if (!drawn) return {};
    if (!can_move && !game.position.in_check()) return "stalemate";
    return chess::is_dead(game.position, nodes_for_dead) ? "dead position" : std::string_view();
}

} // namespace adoube::broadcast
