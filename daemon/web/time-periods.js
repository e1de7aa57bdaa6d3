// A time control as periods in plain fields. Pure.

/// Of the PGN tag's form: `[{ minutes, moves, bonus_s }]` as texts, moves '' where they are all that are left.
export function periods_of(control) {
  if (/^[-?]?$/.test(control)) return [];
  return control.split(':').map(period => {
    const [, moves = '', seconds, bonus_s = ''] = period.match(/^(?:(\d+)\/)?(\d+)(?:\+(\d+))?$/);
    return { minutes: `${Number(seconds) / 60}`, moves, bonus_s: bonus_s === '0' ? '' : bonus_s };
  });
}

/// What a usual time control is rated as.
export const rate_of = control => (/^(1500|900|600)\+/.test(control) ? 'rapid' : /^(300|180)\+/.test(control) ? 'blitz' : 'standard');

const is_whole = text => /^[1-9]\d*$/.test(text);

function text_of({ minutes, moves, bonus_s }) {
  const seconds = Number(minutes) * 60;
  if (!/^\d+(\.\d+)?$/.test(minutes) || (moves && !is_whole(moves)) || !/^\d*$/.test(bonus_s)) return null;
  const time = Number.isInteger(Number(minutes)) ? `${Number(minutes)}m` : Number.isInteger(seconds) ? `${seconds}` : null;
  return time && `${moves ? `${moves}/` : ''}${time}${Number(bonus_s) ? `+${Number(bonus_s)}` : ''}`;
}

/// As the configuration has it, "40/90m+30:30m+30"; rows that are all empty at the end are none. `{ text }`, or `{ wrong }`: the
/// number of the first period that is no good.
export function control_of(rows) {
  const last = rows.findLastIndex(({ minutes, moves, bonus_s }) => minutes || moves || bonus_s);
  const texts = rows.slice(0, last + 1).map(text_of);
  return texts.includes(null) ? { wrong: texts.indexOf(null) + 1 } : { text: texts.join(':') };
}
