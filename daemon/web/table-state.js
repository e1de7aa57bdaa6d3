// How a table fares, in one sentence, and what to do about it in another. Pure.

import { advice_on } from '/complaints.js';
import { end_of } from '/ended.js';
import { result_text } from '/round-words.js';
import { sentence, words } from '/organiser-words.js';

const most_named = 6; // wrong squares; with more, the pieces are hardly set up yet
const most_around = 16; // squares that may be wrong where a king is lifted on purpose

/// Whether the game on the table has still to begin.
export const awaits_start = board => board.game.moves.length === 0 && !end_of(board);

/// `[square, letter]` of the piece that is lifted from a board that is set up: the white king, or the only one that is missing, as
/// sensors that do not tell pieces apart do not tell either which way round the board stands. Null where none is.
export function lifted(board) {
  if (!board.here || !awaits_start(board) || board.differ.length > most_around) return null;
  const missing = board.differ.filter(([, wanted, seen]) => wanted && !seen);
  const found = missing.find(([, wanted]) => wanted === 'K') ?? (board.differ.length === 1 ? missing[0] : undefined);
  return found ? [found[0], found[1]] : null;
}

/// Whether the game on the table is over, and the next one is armed.
export const awaits_next = board => board.next !== null && Boolean(end_of(board));

/// What there is to know of its board and its link. `board` of /api/status.
export function facts_of({ electronics, port, here, firmware, battery, link }) {
  if (!electronics) return '';
  const { facts } = words, { lost_events, bad_frames, silences } = link;
  const lost = [lost_events && facts.events(lost_events), bad_frames && facts.messages(bad_frames), silences && facts.silent(silences)].filter(Boolean);
  const all = [facts.port(port), here && facts.firmware(firmware), battery && facts.battery(battery), lost.length ? facts.lost(lost) : here && facts.nothing_lost];
  return all.filter(Boolean).join(' · ');
}

/// `{ level, text, to_do }`; level "act", "look" or "quiet". `board` as daemon/server/arbiters_round.hpp has it.
export function state_of(board) {
  const { game, here, electronics, differ } = board, waits = awaits_start(board), end = end_of(board), result = end && result_text({ result: end });
  if (board.lost) return { level: 'act', text: sentence(board.lost), to_do: words.to_do.lost };
  if (!electronics) return { level: 'quiet', text: end ? words.state.over(result) : words.state.by_hand };
  if (!here && !end) return { level: 'act', text: words.state.away(board.trouble), to_do: words.to_do.away };
  const piece = lifted(board);
  if (piece) return { level: 'quiet', text: words.state.lifted(...piece) };
  if (waits && differ.length)
    return { level: 'look', text: differ.length > most_named ? words.state.not_set_up(differ.length) : words.state.wrong(differ), to_do: words.to_do.wrong };
  if (board.notice && !(waits && board.started)) return { level: 'look', text: sentence(board.notice), to_do: words.to_do.notice };
  const complaint = board.complaints.at(-1);
  if (complaint) return { level: 'look', text: sentence(complaint.text), to_do: advice_on(complaint) };
  if (awaits_next(board)) return { level: 'quiet', text: words.state.next(board.next.round, result) };
  if (end) return { level: 'quiet', text: words.state.over(result) };
  return { level: 'quiet', text: waits ? words.state.ready : words.state.playing(Math.ceil(game.moves.length / 2)) };
}
