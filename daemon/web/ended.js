// How a game has ended, as an arbiter writes it. Pure.

/// Null while it goes on. Where both players lose by default, the result of the game itself stays open. `board` as
/// daemon/server/arbiters_round.hpp has it.
export const end_of = ({ game, confirmed }) => (game.result !== '*' ? game.result : confirmed ? '-/-' : null);
