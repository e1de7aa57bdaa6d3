// Which opening a game is, by the last position of it that has a name: how it came about does not matter.

import { placement } from '/board.js';
import { play } from '/moves.js';
import table from '/opening-table.js';

const start = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR';
const file_of = square => square.charCodeAt(0), rank_of = square => square.charCodeAt(1);

function is_way_free(pieces, from, to) {
  let file = file_of(from), rank = rank_of(from);
  const across = Math.sign(file_of(to) - file), up = Math.sign(rank_of(to) - rank);
  while (file + across !== file_of(to) || rank + up !== rank_of(to))
    if (pieces.has(String.fromCharCode(file += across, rank += up))) return false;
  return true;
}

/// Whether a piece comes from one square to the other; pins do not count.
function reaches(pieces, piece, from, to) {
  const across = Math.abs(file_of(to) - file_of(from)), up = Math.abs(rank_of(to) - rank_of(from));
  const straight = across === 0 || up === 0, diagonal = across === up;
  const forward = piece === 'P' ? rank_of(to) > rank_of(from) : rank_of(to) < rank_of(from);
  switch (piece.toUpperCase()) {
    case 'N': return across * up === 2;
    case 'P': return forward && up <= 2 && across === (pieces.has(to) ? 1 : 0) && is_way_free(pieces, from, to);
    case 'B': return diagonal && is_way_free(pieces, from, to);
    case 'R': return straight && is_way_free(pieces, from, to);
    case 'Q': return (straight || diagonal) && is_way_free(pieces, from, to);
    default: return Math.max(across, up) === 1;
  }
}

/// The move of `white` or Black that `san` is; no table needs promotions, or captures en passant.
function uci_of(pieces, san, white) {
  const rank = white ? '1' : '8';
  if (san.startsWith('O-O')) return `e${rank}${san === 'O-O' ? 'g' : 'c'}${rank}`;
  const [, letter, hint, to] = san.match(/^([KQRBN]?)([a-h]?[1-8]?)x?([a-h][1-8])\+?$/);
  const piece = white ? letter || 'P' : (letter || 'P').toLowerCase();
  const [from] = [...pieces].find(([square, one]) => one === piece && square.includes(hint) && reaches(pieces, piece, square, to));
  return from + to;
}

const key_of = (pieces, white) => [...pieces].map(one => one.join('')).sort().join('') + (white ? 'w' : 'b');

const names = new Map(); // by position
for (const line of table.trim().split('\n')) {
  const [, code, name, moves] = line.match(/^(\w+) (.+): (.+)$/), pieces = placement(start);
  let white = true;
  for (const san of moves.split(' ')) {
    play(pieces, uci_of(pieces, san, white));
    white = !white;
  }
  names.set(key_of(pieces, white), { code, name });
}

/// { code: "B90", name: "Sicilian Defence, Najdorf Variation" } after the first `count` moves of `game` (see
/// daemon/broadcast/public_json.hpp), or null.
export function opening_of({ start, moves }, count) {
  const pieces = placement(start);
  let white = start.split(' ')[1] === 'w', found = names.get(key_of(pieces, white)) ?? null;
  for (const [, uci] of moves.slice(0, count)) {
    play(pieces, uci);
    white = !white;
    found = names.get(key_of(pieces, white)) ?? found;
  }
  return found;
}
