// Time that arbiters have given in a game, so that nobody gives it a second time without being asked. Pure.

/// Without those that were taken back. A clock that was set to what the table's shows takes none back.
function gifts_in(acts, at) {
  const given = [];
  for (const act of acts) {
    const ms = act.added_ms?.[at] ?? 0;
    if (ms > 0) given.push(act);
    const undone = ms < 0 ? given.findLastIndex(({ added_ms }) => Math.abs(added_ms[at] + ms) < 1_000) : -1;
    if (undone >= 0) given.splice(undone, 1);
  }
  return given;
}

/// Of White and Black, who is to get `add_ms`, the one who got half of that or more before: `{ side, ms, act }`, all in all, and
/// the last act that gave some. null: nobody did. `acts` as daemon/server/arbiters_round.hpp has them.
export function given_before(acts, add_ms) {
  for (const [at, side] of ['w', 'b'].entries()) {
    const given = gifts_in(acts, at), ms = given.reduce((sum, { added_ms }) => sum + added_ms[at], 0);
    if (add_ms[at] > 0 && ms * 2 >= add_ms[at]) return { side, ms, act: given.at(-1) };
  }
  return null;
}
