// Hands from the sensor log of `adoube simulate`, without long thinking.

/// In order: { at_ms, lift | drop: square } or { at_ms, press: 'w' | 'b' }, with pauses up to
/// `longest_pause_ms`. `ply`: from 1; `in_hand`: a piece is in the air afterwards.
export function hands_of(sensor_log, longest_pause_ms) {
  const done = [];
  let at_ms = 0, last_t = 0, ply = 1, lifted = 0;
  for (const line of sensor_log.trimEnd().split('\n').slice(1)) {
    const { t, ...input } = JSON.parse(line);
    at_ms += Math.min(t - last_t, longest_pause_ms);
    last_t = t;
    if ('snapshot' in input) continue;
    const [what] = Object.keys(input);
    if (!['lift', 'drop', 'press'].includes(what)) throw new Error(`no hand can do this on a board alone: ${line}`);
    lifted += { lift: 1, drop: -1, press: 0 }[what];
    done.push({ at_ms, ...input, ply, in_hand: what === 'lift' && lifted > 0 });
    if (what === 'press') {
      ++ply;
      lifted = 0;
    }
  }
  return done;
}

/// With the new times.
export function sensor_log_of(hands, sensor_log) {
  const [header, ...lines] = sensor_log.split('\n');
  const before = lines.filter(line => line.includes('"snapshot"'));
  const inputs = hands.map(({ at_ms: t, lift, drop, press }) => JSON.stringify({ t, lift, drop, press }));
  return [header, ...before, ...inputs, ''].join('\n');
}

/// Moves (SAN) and result of a PGN text.
export function game_of(pgn) {
  const result = pgn.match(/^\[Result "(.*)"\]$/m)?.[1];
  const words = pgn.replace(/^\[.*\]$/gm, '').replace(/\{[^}]*\}/g, '').split(/\s+/);
  const moves = words.filter(word => word && !/^\d+\.+$/.test(word) && !['1-0', '0-1', '1/2-1/2', '*'].includes(word));
  return { moves: moves.join(' '), result };
}
