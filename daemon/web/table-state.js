// How a table fares, in one sentence, and what to do about it in another. Pure.

import { result_text } from '/round-words.js';
import { sentence, words } from '/organiser-words.js';

const most_named = 6; // wrong squares; with more, the pieces are hardly set up yet
const most_around = 16; // squares that may be wrong where a king is lifted on purpose

/// Whether the game on the table has still to begin.
export const awaits_start = ({ game }) => game.moves.length === 0 && game.result === '*';

/// `[square, letter]` of the piece that is lifted from a board that is set up: the white king, or the only one that is missing, as
/// sensors that do not tell pieces apart do not tell either which way round the board stands. Null where none is.
export function lifted(board) {
  if (!board.here || !awaits_start(board) || board.differ.length > most_around) return null;
  const missing = board.differ.filter(([, wanted, seen]) => wanted && !seen);
  const found = missing.find(([, wanted]) => wanted === 'K') ?? (board.differ.length === 1 ? missing[0] : undefined);
  return found ? [found[0], found[1]] : null;
}

/// Whether the game on the table is over, and the next one is armed.
export const awaits_next = ({ game, next }) => game.result !== '*' && next !== null;

/// `{ level, text, to_do }`; level "act", "look" or "quiet". `board` as daemon/server/arbiters_round.hpp has it.
export function state_of(board) {
  const { game, here, electronics, differ } = board, waits = awaits_start(board);
  if (board.lost) return { level: 'act', text: sentence(board.lost), to_do: words.to_do.lost };
  if (!electronics) return { level: 'quiet', text: game.result === '*' ? words.state.by_hand : words.state.over(result_text(game)) };
  if (!here && game.result === '*') return { level: 'act', text: words.state.away(board.trouble), to_do: words.to_do.away };
  const piece = lifted(board);
  if (piece) return { level: 'quiet', text: words.state.lifted(...piece) };
  if (waits && differ.length)
    return { level: 'look', text: differ.length > most_named ? words.state.not_set_up(differ.length) : words.state.wrong(differ), to_do: words.to_do.wrong };
  if (board.notice && !(waits && board.started)) return { level: 'look', text: sentence(board.notice), to_do: words.to_do.notice };
  if (board.complaints.length) return { level: 'look', text: sentence(board.complaints.at(-1)), to_do: words.to_do.complaint };
  if (awaits_next(board)) return { level: 'quiet', text: words.state.next(board.next.round, result_text(game)) };
  if (game.result !== '*') return { level: 'quiet', text: words.state.over(result_text(game)) };
  return { level: 'quiet', text: waits ? words.state.ready : words.state.playing(Math.ceil(game.moves.length / 2)) };
}
