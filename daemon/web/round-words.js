// What is said of a round and its games on every page, whatever its language.

export const known = text => (/^[?-]?$/.test(text ?? '') ? '' : text);

/// "3" of a round that the tags call "3" or "3.2".
export const round_of = ({ Round = '' }) => Round.split('.')[0];

/// "23. " or "23… " for the move at `ply`, 0 being the first of the game.
export function number_of({ start }, ply) {
  const [, side, , , , number] = start.split(' ');
  const half = ply + (side === 'b' ? 1 : 0);
  return `${Number(number) + (half >> 1)}${half % 2 ? '…' : '.'} `;
}
/// "23. Nf3" or "23… Nf6".
export const numbered = (game, ply) => number_of(game, ply) + game.moves[ply][0];

/// "1–0", or "–/–"; empty while it goes on.
export const result_text = ({ result }) => (result === '*' ? '' : result.replace('1/2-1/2', '½–½').replaceAll('-', '–'));
