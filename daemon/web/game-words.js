// What is said of a round and its games on the public pages, in the page's language.

import { number_text, say, time_text, words } from '/language.js';
import { known, number_of, result_text, round_of } from '/round-words.js';

/// "Round 3" from the tag "3" or "3.2".
export function round_text(tags) {
  const number = round_of(tags);
  return /^\d+$/.test(number) ? say('round', { n: number_text(Number(number)) }) : '';
}

export const name_of = ({ tags }, side) => known(tags[side === 'w' ? 'White' : 'Black']) || words[side === 'w' ? 'white' : 'black'];

/// "waiting", "playing", "paused" (its clocks were stopped) or "over". Before the first move clocks stand anyhow, and at
/// zero they are not stopped but fallen.
export function state_of({ begun, moves, result, clocks }) {
  if (result !== '*') return 'over';
  const stand = clocks && !clocks.running;
  if (!begun || (stand && moves.length === 0)) return 'waiting';
  return stand && clocks.w > 0 && clocks.b > 0 ? 'paused' : 'playing';
}

/// "Not begun", "Paused", "1–0 · checkmate"; empty while it is played.
export function state_text(game) {
  const state = state_of(game);
  if (state === 'over') return [result_text(game), game.end ? words[game.end] : ''].filter(Boolean).join(' · ');
  return { waiting: words.not_begun, paused: words.paused, playing: '' }[state];
}

/// A move as the language writes it: "Nf3", "Sf3".
export const move_text = san => san.replace(/[KQRBN]/g, letter => words.letters['KQRBN'.indexOf(letter)]);
export const numbered_move = (game, ply) => number_of(game, ply) + move_text(game.moves[ply][0]);

/// A move as it is said: "knight takes e 5, check".
export function spoken_move(san) {
  const end = san.endsWith('#') ? words.mate : san.endsWith('+') ? words.check : '';
  const bare = san.replace(/[+#]/, '');
  const with_end = said => [said, end].filter(Boolean).join(', ');
  if (bare.startsWith('O-O')) return with_end(words[bare === 'O-O' ? 'castles_short' : 'castles_long']);
  const [, piece, from, takes, to, promoted] = bare.match(/^([KQRBN]?)([a-h]?[1-8]?)(x?)([a-h][1-8])(?:=(.))?$/);
  const said = [piece && words[piece], from, takes && words.takes, to].filter(Boolean).join(' ');
  return with_end(promoted ? `${said}, ${say('becomes', { piece: words[promoted] })}` : said);
}

/// "Morphy, Paul: knight f3. 1 hour 29 minutes left", for the last move.
export function spoken_last(game) {
  const ply = game.moves.length - 1, [san, , left_ms] = game.moves[ply];
  const mover = (ply % 2 === 0) === (game.start.split(' ')[1] === 'w') ? 'w' : 'b';
  const moved = say('moved', { name: name_of(game, mover), move: spoken_move(san) });
  return [moved, left_ms === undefined ? '' : say('left', { time: time_text(left_ms) })].filter(Boolean).join('. ');
}

/// "White wins, checkmate"; empty while it goes on.
export function spoken_result({ result, end }) {
  const said = { '1-0': words.white_wins, '0-1': words.black_wins, '1/2-1/2': words.draw }[result];
  return said ? [said, end ? words[end] : ''].filter(Boolean).join(', ') : '';
}
