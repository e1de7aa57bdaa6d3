// Time that arbiters have given in a game, so that nobody gives it a second time without being asked. Pure.

/// Of White and Black, who is to get `add_ms`, the one who got half of that or more before: `{ side, ms, act }`, all in all, and
/// the last act that gave some. null: nobody did. `acts` as daemon/server/arbiters_round.hpp has them.
export function given_before(acts, add_ms) {
  for (const [at, side] of ['w', 'b'].entries()) {
    const given = acts.filter(({ added_ms }) => added_ms?.[at]);
    const ms = given.reduce((sum, { added_ms }) => sum + added_ms[at], 0);
    if (add_ms[at] > 0 && ms * 2 >= add_ms[at]) return { side, ms, act: given.findLast(({ added_ms }) => added_ms[at] > 0) };
  }
  return null;
}
