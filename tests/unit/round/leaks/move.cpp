// A claim is shown among the moves.
#include "daemon/broadcast/public_game.hpp"
#include "daemon/record/input.hpp"

void show(adoube::broadcast::PublicGame& game, const adoube::record::Claim& claim, adoube::chess::Move move) {
#ifdef LEAK
    game.moves.push_back({game.position, claim.move, false, std::nullopt});
    (void)move;
#else
    game.moves.push_back({game.position, move, false, std::nullopt});
    (void)claim;
#endif
}
