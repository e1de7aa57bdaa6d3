// Whether the opponent may still claim a breach of Article 4, as an arbiter's card says it. Pure.

const breaches = new Set(['touch-move', 'rook-first-castling', 'released-piece']);
const closed = 'claim-window-closed';

/// Of an incident of `board`: null where it is no such breach, or was dismissed. Else `by` whom it may be claimed, whether that is
/// `open`, and the incident that tells of its end, if one does, as `note`.
export function window_of({ breach, incidents, dismissed }, { seq, kind, side, ply }) {
  if (!breaches.has(kind) || dismissed.includes(seq)) return null;
  const by = side === 'w' ? 'b' : 'w';
  return { by, open: breach === seq, note: incidents.find(other => other.kind === closed && other.seq > seq && other.ply === ply + 1 && other.side === by) ?? null };
}

/// The breach whose claim ended with `note`, an incident; null where it is no such end.
export function breach_ended_by({ incidents }, note) {
  if (note.kind !== closed) return null;
  return incidents.findLast(other => breaches.has(other.kind) && other.seq < note.seq && other.ply === note.ply - 1) ?? null;
}
