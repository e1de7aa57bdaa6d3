// The way a game went, for looking back: positions from UCI moves. The moves are known to be legal; nothing is checked.

const files = 'abcdefgh';

/// Plays one move on a placement (see board.js) and returns the squares to mark.
export function play(pieces, uci) {
  const from = uci.slice(0, 2), to = uci.slice(2, 4);
  const piece = pieces.get(from), victim = pieces.get(to);
  const across = files.indexOf(to[0]) - files.indexOf(from[0]);
  const is_pawn = piece.toLowerCase() === 'p', is_king = piece.toLowerCase() === 'k';
  const own_rook = is_king && victim === (piece === 'K' ? 'R' : 'r'); // Chess960 writes castling so
  if (own_rook || (is_king && Math.abs(across) > 1)) return castle(pieces, from, across > 0, own_rook ? to : null);
  pieces.delete(from);
  if (is_pawn && across !== 0 && !victim) pieces.delete(to[0] + from[1]); // en passant
  const promoted = uci[4] && (piece === 'P' ? uci[4].toUpperCase() : uci[4]);
  pieces.set(to, promoted || piece);
  return [from, to];
}

function castle(pieces, from, short, rook_square) {
  const rank = from[1];
  const rook_from = rook_square ?? (short ? 'h' : 'a') + rank;
  const king = pieces.get(from), rook = pieces.get(rook_from);
  const king_to = (short ? 'g' : 'c') + rank;
  pieces.delete(from);
  pieces.delete(rook_from);
  pieces.set(king_to, king);
  pieces.set((short ? 'f' : 'd') + rank, rook);
  return [from, king_to];
}

/// The placement after the first `count` moves of `ucis`, and the squares of the last of them.
export function position_after(start, ucis, count) {
  const pieces = new Map(start);
  let marked = [];
  for (const uci of ucis.slice(0, count)) marked = play(pieces, uci);
  return { pieces, marked };
}
