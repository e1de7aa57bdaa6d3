// What each side has captured, from the placements (see board.js) at the start and now. Pure.

const worth = { q: 9, r: 5, b: 3, n: 3, p: 1 };

const counted = (pieces, is_side) => {
  const counts = { q: 0, r: 0, b: 0, n: 0, p: 0 };
  for (const letter of pieces.values()) if (is_side(letter) && letter.toLowerCase() in counts) ++counts[letter.toLowerCase()];
  return counts;
};

/// FEN letters of what is gone, the most valuable first. A pawn that promoted is a pawn less, and not captured.
function gone(start, now, is_side) {
  const had = counted(start, is_side), has = counted(now, is_side);
  const promoted = ['q', 'r', 'b', 'n'].reduce((sum, letter) => sum + Math.max(0, has[letter] - had[letter]), 0);
  const missing = letter => Math.max(0, had[letter] - has[letter] - (letter === 'p' ? promoted : 0));
  return Object.keys(worth).flatMap(letter => Array(missing(letter)).fill(letter));
}

const is_white = letter => letter === letter.toUpperCase(), is_black = letter => !is_white(letter);
const value = pieces => Object.entries(worth).reduce((sum, [letter, each]) => sum + each * (counted(pieces, is_white)[letter] - counted(pieces, is_black)[letter]), 0);

/// `w`, `b`: what White and Black have captured; `ahead`: how much more White's pieces are worth.
export function captured(start, now) {
  return { w: gone(start, now, is_black), b: gone(start, now, is_white).map(letter => letter.toUpperCase()), ahead: value(now) };
}
