// What nobody has proven of a DGT 3000 that players run, each as a question to a log. A verdict is 'confirmed', 'refuted',
// 'measured', or 'open': the log does not say.

import { lever_button, on_button, other, play_button } from './bus_log.mjs';

const hand_us = 700_000; // a mark is true within this
const of = (verdict, text, value) => ({ verdict, text, value });
const open = text => of('open', text);
const ms = us => `${Math.round(us / 1000)} ms`;
const hex = byte => byte.toString(16).padStart(2, '0');
const median = list => [...list].sort((a, b) => a - b)[list.length >> 1];

function pushes_times(log) {
  const start = log.mark('start');
  if (!start) return open('no start is marked');
  const asked = log.writes.filter(({ kind, t_us }) => kind === 'host' && t_us < start.until_us).length;
  if (asked > 0) return open(`a host wrote ${asked} messages before: unplug it and begin again`);
  const told = log.times(start.t_us + hand_us, start.until_us).length;
  if (told >= 2) return of('confirmed', `it tells times unasked: ${told} in ${ms(start.until_us - start.t_us)}`, true);
  if (start.until_us - start.t_us < 10e6) return open('it ran for less than 10 s');
  return of('refuted', `it ran for ${ms(start.until_us - start.t_us)} and told ${told} times`, false);
}
function pushes_buttons(log) {
  const told = log.within(-Infinity, Infinity, 'button');
  const presses = log.windows('press').filter(({ t_us }) => log.button_near(t_us, lever_button)).length;
  const marked = log.windows('press').length;
  if (marked === 0) return open('no press is marked');
  return of(presses === marked ? 'confirmed' : 'refuted',
    `${presses} of ${marked} presses of the lever came as a message (05, 40); ${told.length} button messages in all`, presses === marked);
}

/// Windows in which a side runs and nothing is touched.
function running_windows(log) {
  return ['start', 'press', 'resume'].flatMap(name => log.windows(name)).map(({ t_us, until_us }) => [t_us + hand_us, until_us - hand_us])
    .filter(([from, until]) => until > from);
}
function gaps(log, windows) {
  return windows.flatMap(([from, until]) => {
    const at = log.within(from, until, 'time').map(({ t_us }) => t_us);
    return at.slice(1).map((t_us, index) => t_us - at[index]);
  });
}
function running_interval(log) {
  const list = gaps(log, running_windows(log));
  if (list.length < 3) return open('too few times while it ran');
  const value = { least_us: Math.min(...list), median_us: median(list), most_us: Math.max(...list) };
  const { least_us, median_us, most_us } = value;
  return of('measured', `while a side runs, a time each ${ms(median_us)} (${ms(least_us)} to ${ms(most_us)}, ${list.length} gaps)`, value);
}
function told_with_changes(log) {
  let with_change = 0, all = 0;
  for (const [from, until] of running_windows(log)) {
    const times = log.times(from, until);
    times.slice(1).forEach((time, at) => {
      ++all;
      if (time.left !== times[at].left || time.right !== times[at].right) ++with_change;
    });
  }
  if (all < 5) return open('too few times while it ran');
  return of('measured', `${Math.round((100 * with_change) / all)} % of the times differ from the one before`, with_change / all);
}
function standing_interval(log) {
  const windows = ['option', 'pause'].flatMap(name => log.windows(name)).map(({ t_us, until_us }) => [t_us + 2.5e6, until_us - hand_us])
    .filter(([from, until]) => until - from > 2e6);
  if (windows.length === 0) return open('it never stood for 5 s');
  const list = gaps(log, windows);
  const told = windows.reduce((sum, [from, until]) => sum + log.within(from, until, 'time').length, 0);
  const each = list.length > 0 ? `, one each ${ms(median(list))}` : '';
  return of('measured', told === 0 ? 'while it stands it tells no times' : `while it stands, ${told} times${each}`, told);
}

/// [{ on, up, bit }]: what the lever's bit was with the lever there, by power-on.
function lever_places(log) {
  const places = [];
  let up, on;
  log.marks.forEach((mark, at) => {
    if (mark.mark === 'on') on = up = mark.up;
    if (mark.mark === 'press') up = other(mark.side);
    const until_us = log.marks[at + 1]?.t_us ?? log.end_us;
    const last = log.within(mark.t_us, until_us - hand_us, 'time').at(-1);
    if (up && last && last.t_us > mark.t_us + hand_us) places.push({ on, up, bit: last.lever });
  });
  return places;
}
const senses = {
  right_up: ({ up }) => (up === 'right' ? 1 : 0),
  left_up: ({ up }) => (up === 'left' ? 1 : 0),
  power_on: ({ up, on }) => (up === on ? 0 : 1),
  power_on_inverted: ({ up, on }) => (up === on ? 1 : 0),
};
const sense_texts = {
  right_up: 'set: the right side is up', left_up: 'set: the left side is up',
  power_on: 'set: not where it was at power-on', power_on_inverted: 'set: where it was at power-on',
};
function lever_sense(log) {
  const places = lever_places(log);
  if (new Set(places.map(({ up }) => up)).size < 2) return open('the lever was not seen on both sides');
  const fitting = Object.keys(senses).filter(name => places.every(place => senses[name](place) === place.bit));
  if (fitting.length === 0) {
    const seen = places.map(({ on, up, bit }) => `on with ${on} up, now ${up}: ${bit}`).join(', ');
    return of('refuted', `no sense of the lever's bit fits what was marked (${seen})`, 'none');
  }
  if (fitting.length > 1)
    return open(`${fitting.map(name => sense_texts[name]).join(', or: ')}; power on with the lever the other way, too`);
  return of('measured', sense_texts[fitting[0]], fitting[0]);
}
function up_side_runs(log) {
  let right = 0, wrong = 0, up;
  for (const mark of log.marks) {
    if (mark.mark === 'on') up = mark.up;
    if (mark.mark === 'press') up = other(mark.side);
    if (!['start', 'press', 'resume'].includes(mark.mark) || !up) continue;
    const until_us = log.marks[log.marks.indexOf(mark) + 1]?.t_us ?? log.end_us;
    const times = log.times(mark.t_us + hand_us, until_us - hand_us);
    const fell = side => times.length > 1 && times.at(-1)[side] < times[0][side];
    if (fell(up) && !fell(other(up))) ++right;
    else if (fell(other(up))) ++wrong;
  }
  if (right + wrong === 0) return open('no time fell');
  return of(wrong === 0 ? 'confirmed' : 'refuted', `the side that is up ran ${right} of ${right + wrong} times`, wrong === 0);
}
function reads_as_shown(log) {
  const shown = log.windows('shows').flatMap(mark => {
    const last = log.times(-Infinity, mark.t_us).at(-1);
    return last ? [{ mark, last }] : [];
  });
  if (shown.length === 0) return open('the display was not read while times were told');
  const wrong = shown.filter(({ mark, last }) => mark.left_s !== last.left || mark.right_s !== last.right);
  const differ = wrong.map(({ mark, last }) => `; shown ${mark.left_s}/${mark.right_s} s, told ${last.left}/${last.right} s`).join('');
  return of(wrong.length === 0 ? 'confirmed' : 'refuted',
    `${shown.length - wrong.length} of ${shown.length} readings of the display are what was told${differ}`, wrong.length === 0);
}

/// From a whole time at the start on, by how much what is told lies below the true time.
function rounding(log) {
  const rests = log.windows('start').flatMap(start => {
    const button = log.button_near(start.t_us, play_button);
    const before = log.times(-Infinity, start.t_us - 1e6).at(-1); // it stood since
    if (!before || !button) return [];
    const times = log.times(button.t_us, start.until_us - hand_us);
    const side = ['left', 'right'].find(each => times.length > 0 && times.at(-1)[each] < before[each]);
    return side ? times.map(time => before[side] - (time.t_us - button.t_us) / 1e6 - time[side]) : [];
  });
  if (rests.length < 5) return open('needs a start (seen as its button) from a time that was told before, and 10 s after it');
  const least = Math.min(...rests), most = Math.max(...rests);
  const range = `told times lie ${least.toFixed(2)} to ${most.toFixed(2)} s below the true ones (${rests.length} times)`;
  const slack = 0.15; // a message is under way, or old
  if (most - least > 1 + 2 * slack) return open(`${range}: more than a second of range, so some are old`);
  const lowest = { floor: 0, nearest: -0.5, ceil: -1 };
  const fitting = Object.keys(lowest).filter(name => least > lowest[name] - slack && most < lowest[name] + 1 + slack);
  if (fitting.length !== 1) return open(`${range}: ${fitting.join(' or ') || 'no rounding'}; start it again, at other moments`);
  return of('measured', `${fitting[0]}: ${range}`, fitting[0]);
}
function at_the_flag(log) {
  const flag = log.mark('flag');
  if (!flag) return open('no flag is marked');
  const zero = log.times(-Infinity, flag.t_us + 3e6).filter(({ t_us, left, right }) => t_us > flag.t_us - 5e6 && (left === 0 || right === 0))[0];
  if (!zero) return of('refuted', 'no time of 0:00:00 was told at the flag');
  const early_us = flag.t_us - zero.t_us;
  return of('measured', `0:00:00 was first told ${ms(Math.abs(early_us))} ${early_us > 0 ? 'before' : 'after'} the flag was seen to fall`
    + ` (${early_us > 500_000 ? 'as when it rounds down' : 'as when it rounds up'})`, early_us);
}

/// For each press: when its message came after the mark, the first time after that, and the first that stays.
function presses(log) {
  return log.windows('press').flatMap(mark => {
    const button = log.button_near(mark.t_us, lever_button);
    const from_us = button?.t_us ?? mark.t_us;
    const times = log.times(from_us, mark.until_us - hand_us);
    const before = log.times(-Infinity, from_us - (button ? 0 : hand_us)).at(-1);
    if (times.length === 0 || !before || mark.until_us - from_us < 2e6) return [];
    const last = times.at(-1)[mark.side];
    const right = times.find(({ t_us }) => times.filter(each => each.t_us >= t_us).every(each => each[mark.side] === last));
    const rise_s = last - before[mark.side];
    return [{ exact: button !== undefined, first_us: times[0].t_us - from_us, right_us: right.t_us - from_us, rise_s }];
  });
}
function time_after_press(log) {
  const list = presses(log).filter(({ exact }) => exact);
  if (list.length === 0) return open('no press came as a message with times after it');
  const range = name => [Math.min(...list.map(each => each[name])), Math.max(...list.map(each => each[name]))];
  const value = { first_us: range('first_us'), right_us: range('right_us') };
  const text = ([least, most]) => `${ms(least)} to ${ms(most)}`;
  return of('measured', `after the press's message, the first time comes in ${text(value.first_us)}, `
    + `the presser's final one in ${text(value.right_us)} (${list.length} presses)`, value);
}
function increment(log) {
  const list = presses(log).map(({ rise_s }) => rise_s);
  if (list.length === 0) return open('no press with times before and after it');
  return of('measured', `at a press, the presser's time rose by ${[...new Set(list)].sort((a, b) => a - b).join(', ')} s`, list);
}
function time_after_pause(log) {
  const late = log.windows('pause').flatMap(mark => {
    const button = log.button_near(mark.t_us, play_button);
    const from_us = button?.t_us ?? mark.t_us;
    const times = log.times(from_us, mark.until_us - hand_us);
    if (times.length === 0) return [];
    const last = times.at(-1);
    const wrong = times.filter(({ left, right }) => left !== last.left || right !== last.right).at(-1);
    return [wrong ? times.find(({ t_us }) => t_us > wrong.t_us).t_us - from_us : times[0].t_us - from_us];
  });
  if (late.length === 0) return open('no time was told after a pause');
  return of('measured', `after a pause the final time comes within ${ms(Math.max(...late))}`, Math.max(...late));
}

function silenced(log) {
  const deaf = log.mark('deaf'), hears = log.mark('hears');
  const usual = running_interval(log).value;
  if (!deaf || !hears || !usual) return open('needs times, then a listener that does not acknowledge (deaf), then one that does (hears)');
  const tries = log.within(deaf.t_us, hears.t_us).length;
  const again = log.writes.find(({ t_us, ack }) => t_us > hears.t_us && ack !== false);
  const tried = `${tries} writes were seen meanwhile`;
  if (!again) return of('confirmed', `${tried}; it said nothing more for ${ms(log.end_us - hears.t_us)}`, true);
  const silence_us = again.t_us - hears.t_us;
  const is_silenced = silence_us > 2 * usual.most_us + hand_us;
  return of(is_silenced ? 'confirmed' : 'refuted', `${tried}; it spoke again ${ms(silence_us)} after it was acknowledged again`,
    is_silenced);
}
function repeats(log) {
  const deaf = log.mark('deaf'), hears = log.mark('hears');
  if (!deaf || !hears) return open('needs a listener that does not acknowledge');
  const tries = log.within(deaf.t_us, hears.t_us).filter(({ kind }) => kind === 'time' || kind === 'button');
  if (tries.length < 2) return open('too few whole writes were seen while nobody acknowledged (an analyser sees only the address)');
  const same = tries.slice(1).filter(({ m }, at) => m.join() === tries[at].m.join()).length;
  return of(same > 0 ? 'confirmed' : 'refuted', `${same} of ${tries.length} writes repeated the one before`, same > 0);
}
function speaks_when_off(log) {
  const off = log.windows('off');
  if (off.length === 0) return open('it was not switched off');
  const said = off.flatMap(({ t_us, until_us }) => log.within(t_us + 2e6, until_us - hand_us));
  const ons = log.windows('on').filter(({ t_us }) => log.button_near(t_us, on_button)).length;
  return of('measured', `switched off it said ${said.length} things; ${ons} of ${log.windows('on').length} times `
    + 'the on button came as a message', { said: said.length, ons });
}

const unknown_bytes = [4, 5, 8, 9, 10, 11, 14, 15, 16, 17, 18, 19, 20, 21, 22];
function unknown(log) {
  const times = log.within(-Infinity, Infinity, 'time');
  if (times.length === 0) return open('no times');
  const known = { 5: 0xf0, 11: 0xf0, 19: 0xfe };
  const values = at => [...new Set(times.map(({ m }) => m[at] & (known[at] ?? 0xff)))];
  const text = seen => (seen.length <= 3 ? seen.map(hex).join('/') : `${seen.length} values`);
  return of('measured', unknown_bytes.map(at => `m${at} ${text(values(at))}`).join(', '));
}
function whole(log) {
  const count = kind => log.writes.filter(({ kind: is }) => is === kind).length;
  const broken = count('broken');
  if (log.writes.length === 0) return open('the log is empty');
  return of(broken === 0 ? 'confirmed' : 'refuted', `of ${log.writes.length} writes ${broken} were broken, ${count('stray')} stray zeros, `
    + `${count('host')} a host's, ${count('other')} of unknown type`, broken);
}

/// `after`: the step that brings what it needs.
export const questions = [
  { id: 'whole', ask: 'All its messages have the known form and sum', after: 'start', judge: whole },
  { id: 'pushes_times', ask: 'It tells times unasked', after: 'start', judge: pushes_times },
  { id: 'standing_interval', ask: 'Times while it stands', after: 'start', judge: standing_interval },
  { id: 'pushes_buttons', ask: 'It tells the lever unasked', after: 'press', judge: pushes_buttons },
  { id: 'interval', ask: 'Interval', after: 'press', judge: running_interval },
  { id: 'changes', ask: 'Times come as they change', after: 'press', judge: told_with_changes },
  { id: 'up_runs', ask: 'The side whose lever is up runs; left is left', after: 'press', judge: up_side_runs },
  { id: 'after_press', ask: 'The new time after a press', after: 'press', judge: time_after_press },
  { id: 'increment', ask: 'Increment', after: 'press', judge: increment },
  { id: 'after_pause', ask: 'The time after a pause', after: 'pause', judge: time_after_pause },
  { id: 'as_shown', ask: 'It tells what it shows', after: 'pause', judge: reads_as_shown },
  { id: 'silenced', ask: 'Unacknowledged writes silence it', after: 'hears', judge: silenced },
  { id: 'repeats', ask: 'It repeats what is not acknowledged', after: 'hears', judge: repeats },
  { id: 'off', ask: 'Switched off', after: 'off', judge: speaks_when_off },
  { id: 'lever', ask: "The lever's bit", after: 'press', judge: lever_sense },
  { id: 'rounding', ask: 'Whole seconds', after: 'start', judge: rounding },
  { id: 'flag', ask: 'At the flag', after: 'flag', judge: at_the_flag },
  { id: 'unknown', ask: 'Unknown bytes of the times', after: 'flag', judge: unknown },
];
export const judge = log => Object.fromEntries(questions.map(({ id, judge: of_log }) => [id, of_log(log)]));
