// What a chess clock shows now.

/// ms left for "w" or "b" of a game, at `now_ms` of the server's clock; null where no clock is kept.
export function time_left({ clocks, result }, side, now_ms) {
  if (!clocks) return null;
  const runs = clocks.running === side && result === '*';
  return Math.max(0, clocks[side] - (runs ? Math.max(0, now_ms - clocks.at) : 0));
}

/// "1:29:57", "4:05", "0:09".
export function clock_text(ms) {
  if (ms === null) return '';
  const seconds = Math.floor(ms / 1000);
  const two = n => String(n).padStart(2, '0');
  const hours = Math.floor(seconds / 3600), minutes = Math.floor(seconds / 60) % 60;
  return hours ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/// "0:04:05", which nobody takes for hours and minutes.
export const whole_clock_text = ms => clock_text(ms).padStart(5, '0').padStart(7, '0:');

/// ms of what somebody writes: "1:29:57", "4:05", or whole minutes, "90"; null for anything else.
export function written_ms(text) {
  const [, hours = 0, minutes, seconds = 0] = text.trim().match(/^(?:(\d{1,2}):(?=\d\d:))?(\d{1,3})(?::(\d\d))?$/) ?? [];
  if (minutes === undefined || Number(seconds) > 59 || (hours !== 0 && Number(minutes) > 59)) return null;
  return ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000;
}

/// ms that both clocks showed after the first `count` moves; null where no move tells it.
export function clocks_after({ moves, start }, count) {
  const shown = { w: null, b: null }, first = start.split(' ')[1];
  for (let ply = 0; ply < count; ++ply) shown[(ply % 2 === 0) === (first === 'w') ? 'w' : 'b'] = moves[ply][2] ?? null;
  return shown;
}
