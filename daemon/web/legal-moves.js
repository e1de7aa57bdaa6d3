// The legal moves of a position as the arbiters' feed lists them, `[SAN, UCI]` each, and moves that somebody writes. Pure.

/// Where the piece on `from` may go; none where it may not.
export const targets_of = (legal, from) => [...new Set(legal.filter(([, uci]) => uci.startsWith(from)).map(([, uci]) => uci.slice(2, 4)))];

/// From one square to another: one, none, or several where a pawn promotes.
export const moves_between = (legal, from, to) => legal.filter(([, uci]) => uci.startsWith(from + to));

/// `text` as on a scoresheet, "Nf3" or "1. e4 e5 2. Nf3 1-0": `{ moves, text }`, the moves without numbers and a result, and all
/// in the signs that the daemon reads.
export function written(text) {
  const plain = text.replaceAll('…', '...').replace(/\s+/g, ' ').trim();
  const moves = plain.replace(/\d+ ?\.+/g, ' ').split(' ').filter(word => word && !/^(1-0|0-1|1\/2-1\/2|\*)$/.test(word));
  return { moves, text: plain };
}
