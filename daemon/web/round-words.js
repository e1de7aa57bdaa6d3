// What is said of a round and its games on every page.

/// "Round 3" from the tag "3" or "3.2".
export function round_text({ Round = '' }) {
  const number = Round.split('.')[0];
  return /^\d+$/.test(number) ? `Round ${number}` : '';
}
export const known = text => (/^[?-]?$/.test(text ?? '') ? '' : text);

/// "23. Nf3" or "23… Nf6" for the move at `ply`, 0 being the first of the game.
export function numbered(game, ply) {
  const [, side, , , , number] = game.start.split(' ');
  const half = ply + (side === 'b' ? 1 : 0);
  return `${Number(number) + (half >> 1)}${half % 2 ? '…' : '.'} ${game.moves[ply][0]}`;
}
/// Its result, or that it has not begun; empty while it goes on.
export function state_text({ begun, result }) {
  if (result === '*') return begun ? '' : 'Not begun';
  return result.replace('1/2-1/2', '½–½').replace('-', '–');
}
