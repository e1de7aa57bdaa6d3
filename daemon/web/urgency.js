// Which board needs its arbiter most. Pure: the same boards are always in the same order.

import { key_of } from '/complaints.js';
import { end_of } from '/ended.js';

/// "act": somebody must be told something now; "look": what the board shows is in doubt; the others are only for the record.
const by_kind = {
  'touch-move': 'act', 'rook-first-castling': 'act', 'released-piece': 'act', 'illegal-move': 'act', 'promotion-missing': 'act',
  'press-without-move': 'act', 'forfeit-by-illegal-moves': 'act', flag: 'act', displaced: 'act',
  'adjust-out-of-turn': 'look', 'wrong-start': 'look', 'board-rotated': 'look', ambiguous: 'look', 'out-of-step': 'look',
  reconstructed: 'note', 'claim-window-closed': 'note', 'offer-declined-by-touch': 'note', 'draw-claimable': 'note',
};
export const levels = ['act', 'look', 'confirm', 'playing', 'waiting', 'over'];

/// It says that a draw may be claimed now, and that holds no longer: another position stands, or a piece was touched.
const is_past = ({ kind, side, ply }, { right }) => kind === 'draw-claimable' && !(right && !right.lost && right.side === side && right.ply === ply);

/// What is there to settle, worst and latest first: `{ level, key, state, past, by, incident, proposal }`, either of the last
/// two may be missing. `settled`: of what arbiters have done with, who, by key. What was dismissed was no offence, and asks for nothing.
export function cases_of(board, settled = new Map()) {
  const { incidents, proposals, dismissed } = board;
  const left = new Map(proposals.map(proposal => [proposal.seq, proposal]));
  const all = incidents.map(incident => {
    const proposal = proposals.find(other => other.incident === incident.seq);
    if (proposal) left.delete(proposal.seq);
    return { key: `i${incident.seq}`, level: by_kind[incident.kind] ?? 'look', past: is_past(incident, board), incident, proposal, t: incident.t };
  }).concat([...left.values()].filter(proposal => !proposal.incident).map(proposal =>
    ({ key: `p${proposal.seq}`, level: 'act', proposal, t: proposal.t })));
  const weight = ['act', 'look', 'note'];
  return all.map(one => ({
    ...one,
    by: settled.get(one.key),
    state: one.incident && dismissed.includes(one.incident.seq) ? 'dismissed' : settled.has(one.key) ? 'settled' : one.past ? 'past' : 'open',
  })).sort((a, b) => (a.state !== 'open') - (b.state !== 'open') || weight.indexOf(a.level) - weight.indexOf(b.level) || b.t - a.t);
}

/// The game is over, and no arbiter has confirmed its result yet (8.7).
export const awaits_confirmation = ({ game, confirmed }) => game.result !== '*' && !confirmed;

/// `{ level, first, trouble }`: `first` of its cases, if one is open; `trouble`: what is wrong with the board itself.
export function urgency(board, settled = new Map()) {
  const { game } = board, end = end_of(board), plays = game.begun && !end;
  const first = cases_of(board, settled).find(one => one.state === 'open' && one.level !== 'note');
  const complaint = board.complaints.findLast(one => !settled.has(key_of(one)));
  const trouble = board.lost || (plays && board.electronics && !board.here && (board.trouble || 'away')) || board.notice || complaint?.text || null;
  const level = first?.level === 'act' ? 'act' : first || trouble ? 'look' : awaits_confirmation(board) ? 'confirm'
    : plays ? 'playing' : end ? 'over' : 'waiting';
  return { level, first, trouble };
}

/// Boards with their urgency, worst first; among equals the one that waits for longest, then by number.
export function worst_first(boards, settled_of = () => undefined) {
  const since = ({ board, first }) => (first ? Date.parse(board.started ?? 0) + first.t : Infinity);
  return boards.map(board => ({ board, ...urgency(board, settled_of(board)) })).sort((a, b) =>
    levels.indexOf(a.level) - levels.indexOf(b.level) || (since(a) < since(b) ? -1 : since(a) > since(b) ? 1 : 0) || a.board.board - b.board.board);
}
