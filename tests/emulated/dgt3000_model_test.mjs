// The model of a DGT 3000 at its jack, by itself: no image, no chip.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ChessClock, other } from './lib/chess_clock.mjs';
import { address, button, buttons_of, controls, crc8, Dgt3000, Listener, message, OtherMaster, time_of, type, unproven } from './lib/dgt3000.mjs';
import { I2cBus } from './lib/i2c_bus.mjs';
import { PlainTime } from './lib/plain_time.mjs';
import { random_numbers } from './lib/random.mjs';

const quiet = { stray: 0, no_update: 0 };

function bench({ noise, acknowledges, listens = true, ...options } = {}) {
  const time = new PlainTime();
  const bus = time.plug(new I2cBus({ seed: options.seed ?? 1, noise }));
  const clock = time.plug(new Dgt3000({ bus, ...quiet, ...options }));
  const listener = listens ? time.plug(new Listener({ bus, acknowledges })) : undefined;
  return { time, bus, clock, listener };
}
function started(options) {
  const made = bench(options);
  made.clock.push('on_off');
  made.time.run_for(500_000);
  made.clock.push('play');
  return made;
}
const times = ({ listener }) => listener.heard.map(({ t_us, bytes }) => ({ t_us, ...time_of(bytes) })).filter(({ left }) => left !== undefined);
const held = ({ listener }) => listener.heard.map(({ t_us, bytes }) => ({ t_us, ...buttons_of(bytes) })).filter(({ now }) => now !== undefined);
const hex = bytes => bytes.map(byte => byte.toString(16).padStart(2, '0')).join(' ');

test('messages end with the known sums', () => {
  assert.equal(hex(message(address.clock, address.host, type.control, [])), '10 20 05 0f 48');
  assert.equal(hex(message(address.clock, address.host, type.state, [0x39])), '10 20 06 0b 39 b9');
  assert.equal(hex(message(address.all, address.clock, type.hello, [0x22, 0x01])), '00 10 07 02 22 01 05');
  assert.equal(hex(message(address.clock, address.host, 0x03, [0xd1])), '10 20 06 03 d1 87');
});

test('a time is 24 bytes: BCD, unknown bits that are anything, a whole sum', () => {
  const made = started({ control: [{ base_s: 2 * 3600 + 34 * 60 + 56 }], idle_interval_us: 100_000 });
  made.time.run_for(3e6);
  const all = made.listener.heard.filter(({ bytes }) => bytes[3] === type.time).map(({ bytes }) => bytes);
  assert.ok(all.length > 5);
  for (const bytes of all) {
    assert.deepEqual([bytes.length, bytes[0], bytes[1], bytes[2], crc8(bytes)], [24, 0x00, 0x10, 24, 0]);
    assert.equal(bytes[5] & 0xf, 2);
    assert.equal(hex(bytes.slice(12, 14)), '34 56');
  }
  for (const at of [4, 5, 8, 9, 10, 14, 15, 16, 17, 18, 21, 22]) assert.ok(new Set(all.map(bytes => bytes[at])).size > 1, `byte ${at}`);
});

test('a time that says it has none is read as none', () => {
  const made = started({ no_update: 1 });
  made.time.run_for(3e6);
  assert.equal(times(made).length, 0);
  assert.ok(made.listener.heard.some(({ bytes }) => bytes[3] === type.time && bytes[20] === 1));
});

/// Plain sums: no events, no rounding.
function reckon(control, thinks_us) {
  const left_us = [0, 1].map(() => (control[0].base_s + (control[0].kind === 'fischer' ? control[0].bonus_s : 0)) * 1e6);
  const period = [0, 0], moves = [0, 0];
  thinks_us.forEach((us, ply) => {
    const side = ply % 2;
    const { bonus_s = 0, kind } = control[period[side]];
    left_us[side] -= kind === 'delay' ? Math.max(0, us - bonus_s * 1e6) : us;
    if (left_us[side] <= 0 && period[side] + 1 < control.length) left_us[side] += control[++period[side]].base_s * 1e6;
    const now = control[period[side]];
    if (now.kind === 'fischer') left_us[side] += now.bonus_s * 1e6;
    if (now.kind === 'bronstein') left_us[side] += Math.min(now.bonus_s * 1e6, us);
    if (++moves[side] === now.moves) left_us[side] += control[++period[side]].base_s * 1e6;
  });
  return left_us;
}

for (const [name, control, mean_us, plies] of [
  ['blitz', controls.blitz, 2.5e6, 60], ['a classical one over 40 moves', controls.classical, 60e6, 100],
  ['a classical one whose time is used up first', controls.classical.map(({ moves, ...period }) => period), 200e6, 70],
  ['one with delay', controls.delayed, 8e6, 50], ['one with Bronstein', [{ base_s: 300, bonus_s: 5, kind: 'bronstein' }], 8e6, 50],
])
  test(`a whole game is told as plain sums have it: ${name}`, () => {
    const random = random_numbers(plies);
    const thinks_us = Array.from({ length: plies }, () => Math.round(2 * mean_us * random()));
    const often = mean_us < 10e6; // a long game has too many seconds to tell each
    const made = started({ control, press_told_us: 1_000, time_after_press_us: 1_000, tells_changes: often, interval_us: often ? 500_000 : 20e6 });
    thinks_us.forEach((us, ply) => {
      made.time.run_for(us);
      made.clock.press(ply % 2 === 0 ? 'white' : 'black');
    });
    const [white_us, black_us] = reckon(control, thinks_us);
    const truth = made.clock.truth();
    assert.ok(Math.abs(truth.left_us - white_us) < 1 && Math.abs(truth.right_us - black_us) < 1, `${truth.left_us} ${white_us}`);
    made.time.run_for(50_000);
    const last = times(made).at(-1);
    assert.ok(Math.abs(last.left - white_us / 1e6) <= 1.06 && Math.abs(last.right - black_us / 1e6) <= 1.06);
    assert.equal(held(made).filter(({ now, before }) => (now ^ before) & button.lever).length, plies);
    assert.equal(made.clock.lost, 0);
  });

test('whole seconds are told rounded up or down, as they change', () => {
  const told = rounding => {
    const made = started({ control: controls.sudden, rounding, interval_us: null });
    const from_us = made.time.now_us;
    made.time.run_for(3.5e6);
    return times(made).map(({ t_us, left }) => [Math.round((t_us - from_us) / 1e5) / 10, left]).filter(([at]) => at >= 0);
  };
  assert.deepEqual(told('ceil'), [[0, 300], [1, 299], [2, 298], [3, 297]]);
  assert.deepEqual(told('floor'), [[0, 300], [0, 299], [1, 298], [2, 297], [3, 296]]);
});

test('at the end of the last period the flag falls, and with freeze both sides stand', () => {
  const made = started({ control: [{ base_s: 3 }] });
  made.time.run_for(5e6);
  assert.deepEqual({ ...made.clock.truth() }, { left_us: 0, right_us: 3e6, running: null, up: 'left', fallen: true });
  made.clock.press('white');
  made.time.run_for(2e6);
  assert.equal(made.clock.truth().right_us, 3e6);
  assert.deepEqual([times(made).at(-1).left, times(made).at(-1).right], [0, 3]);
  const goes_on = started({ control: [{ base_s: 3 }], at_flag: 'go on' });
  goes_on.time.run_for(4e6);
  goes_on.clock.press('white');
  goes_on.time.run_for(1e6);
  assert.equal(goes_on.clock.truth().right_us, 2e6);
});

test('it stands while paused, and takes what an arbiter sets', () => {
  const made = started({ control: controls.sudden, idle_interval_us: 500_000 });
  made.time.run_for(10e6);
  made.clock.push('play');
  made.time.run_for(10e6);
  assert.equal(made.clock.truth().left_us, 290e6);
  made.clock.correct('black', 120);
  made.clock.push('play');
  made.time.run_for(1e6);
  assert.deepEqual([made.clock.truth().left_us, made.clock.truth().right_us], [289e6, 120e6]);
});

test('after a stop the times may be old for two seconds', () => {
  const made = started({ control: controls.sudden, stale_after_stop_us: 2e6, idle_interval_us: 300_000, interval_us: 900_000, tells_changes: false });
  made.time.run_for(2.6e6);
  made.clock.push('play');
  const stop_us = made.time.now_us;
  made.time.run_for(4e6);
  const after = times(made).filter(({ t_us }) => t_us >= stop_us);
  assert.ok(after.filter(({ t_us }) => t_us < stop_us + 1.9e6).every(({ left }) => left === 299));
  assert.ok(after.filter(({ t_us }) => t_us > stop_us + 2.1e6).every(({ left }) => left === 298));
});

test('times come at its interval while it runs', () => {
  for (const interval_us of [100_000, 1e6]) {
    const made = started({ control: controls.sudden, interval_us, tells_changes: false });
    made.time.run_for(20e6);
    const at = times(made).map(({ t_us }) => t_us).slice(3);
    for (let each = 1; each < at.length; ++each) assert.ok(Math.abs(at[each] - at[each - 1] - interval_us) < 0.11 * interval_us);
  }
});

test('what is said together goes out 50 µs apart, at 90 µs a byte', () => {
  const made = bench({ stray: 1 });
  made.clock.push('on_off');
  made.time.run_for(100_000);
  const { sent } = made.clock;
  assert.ok(sent.some(({ bytes }) => bytes[3] === undefined && bytes.every(byte => byte === 0)));
  for (let each = 1; each < 4; ++each) {
    const gap_us = sent[each].t_us - sent[each - 1].t_us - 10 - 90 * sent[each - 1].bytes.length;
    assert.ok(gap_us >= 50 && gap_us < 80, `${gap_us}`);
  }
});

// --- the lever
const lever_bits = (made, presses) => {
  const bits = [];
  for (const who of presses) {
    made.clock.press(who);
    made.time.run_for(1.5e6);
    bits.push(times(made).at(-1).lever);
  }
  return bits;
};
test('the lever means what was asked for, in times and in button messages', () => {
  for (const [lever_bit, up, bits] of [['right_up', 'left', [1, 0]], ['right_up', 'right', [0, 1]], ['left_up', 'left', [0, 1]],
    ['power_on', 'left', [1, 0]], ['power_on', 'right', [1, 0]]]) {
    const made = started({ lever_bit, up });
    const presses = up === 'left' ? ['left', 'right'] : ['right', 'left'];
    assert.deepEqual(lever_bits(made, presses), bits, `${lever_bit} ${up}`);
    assert.deepEqual(held(made).filter(({ now, before }) => (now ^ before) & button.lever).map(({ now }) => (now & button.lever ? 1 : 0)), bits);
  }
});
test('one that presses what is down already changes nothing', () => {
  const made = started({});
  made.clock.press('black');
  assert.equal(made.clock.truth().running, 'left');
});
test('a lever that sticks is told as it was; the times run on rightly', () => {
  const made = started({ lever: { stuck: true }, control: controls.sudden });
  assert.deepEqual(lever_bits(made, ['white', 'black', 'white']), [0, 0, 0]);
  assert.deepEqual(held(made).filter(({ now, before }) => (now ^ before) & button.lever), []);
  assert.equal(made.clock.truth().running, 'right');
});
test('a lever told late comes within a second, in order', () => {
  const made = started({ lever: { late_us: 1e6 }, control: controls.sudden, press_told_us: 0 });
  const pressed_us = [];
  for (let press = 0; press < 20; ++press) {
    made.time.run_for(700_000);
    pressed_us.push(made.time.now_us);
    made.clock.press(press % 2 === 0 ? 'white' : 'black');
  }
  made.time.run_for(2e6);
  const told = held(made).filter(({ now, before }) => (now ^ before) & button.lever);
  assert.equal(told.length, 20);
  const late_us = told.map(({ t_us }, press) => t_us - pressed_us[press]);
  assert.ok(late_us.every(us => us >= 0 && us < 1.01e6) && Math.max(...late_us) > 500_000);
  assert.deepEqual(told.map(({ now }) => (now & button.lever ? 1 : 0)), Array.from({ length: 20 }, (_, press) => 1 - press % 2));
});
test('upside down, White is at its other side', () => {
  const made = started({ upside_down: true, up: 'right', control: controls.sudden });
  made.time.run_for(10e6);
  assert.equal(Math.round(made.clock.truth().right_us), 290e6);
  made.clock.press('white');
  assert.equal(made.clock.truth().running, 'left');
});
test('one that runs 1 % fast has used that much more', () => {
  const made = started({ rate: 1.01, control: controls.sudden });
  made.time.run_for(200e6);
  assert.ok(Math.abs(made.clock.truth().left_us - 98e6) < 10);
  assert.ok(Math.abs(times(made).at(-1).left - 98) <= 1);
});

// --- silence
test('a silent one says nothing unasked, or no times, and still answers a wake', () => {
  const all = started({ silent: 'all' });
  all.time.run_for(10e6);
  assert.deepEqual(all.listener.heard, []);
  const no_times = started({ silent: 'times' });
  no_times.time.run_for(10e6);
  no_times.clock.press('white');
  no_times.time.run_for(1e6);
  assert.equal(times(no_times).length, 0);
  assert.ok(held(no_times).some(({ now }) => now & button.lever));
  all.bus.write(address.wake, message(address.clock, address.host, type.ping, []).slice(1));
  all.time.run_for(10_000);
  assert.deepEqual(all.listener.heard.map(({ bytes }) => bytes[3]), [type.hello]);
});
test('who does not acknowledge loses messages, then hears nothing for a while', () => {
  let deaf = true;
  const made = bench({ acknowledges: () => !deaf, misses_to_silence: 3, silent_us: 5e6, control: controls.sudden });
  made.clock.push('on_off');
  made.clock.push('play');
  made.time.run_for(2e6);
  assert.equal(made.clock.sent.length, 3);
  assert.ok(made.clock.sent.every(({ ack }) => !ack));
  deaf = false;
  made.time.run_for(2.9e6);
  assert.equal(made.listener.heard.length, 0);
  made.time.run_for(2e6);
  assert.ok(times(made).length > 1);
});
test('one that speaks to an empty socket goes on when it is plugged', () => {
  const made = bench({ listens: false, misses_to_silence: 2, silent_us: Infinity });
  made.clock.push('on_off');
  made.time.run_for(5e6);
  assert.equal(made.clock.sent.length, 2);
  made.bus.write(address.wake, message(address.clock, address.host, type.ping, []).slice(1));
  made.time.run_for(1e6);
  assert.equal(made.clock.silent_until_us, 0);
});
test('switched off it tells of its on button alone', () => {
  const made = bench();
  made.clock.push('plus');
  made.clock.press('white');
  made.time.run_for(1e6);
  assert.deepEqual(made.listener.heard, []);
  made.clock.push('on_off');
  made.time.run_for(1e6);
  assert.equal(held(made)[0].now & button.on_off, button.on_off);
});

// --- other masters, and noise
test('it refuses control while it runs, and gives it while it stands', () => {
  const made = started({ control: controls.sudden });
  const ask = (kind, ...content) => {
    made.bus.write(address.clock, message(address.clock, address.host, kind, content).slice(1));
    made.time.run_for(10_000);
    return made.listener.heard.map(({ bytes }) => bytes).filter(bytes => bytes[3] === type.ack && bytes[4] === kind).at(-1);
  };
  assert.equal(ask(type.control)[5] & 8, 0);
  made.clock.push('play');
  assert.equal(ask(type.control)[5] & 8, 8);
  assert.equal(ask(type.control)[0], address.host << 1);
  ask(type.set_and_run, 0, 0x01, 0x30, 0, 0x02, 0x45, 4);
  assert.deepEqual([made.clock.truth().left_us, made.clock.truth().running], [90e6, 'right']);
  assert.equal(ask(type.end)[5] & 7, 5);
});
test('with another master on the bus nothing is lost: the lower address wins', () => {
  const made = started({ control: controls.sudden, interval_us: 100_000 });
  const pi = made.time.plug(new OtherMaster({ bus: made.bus, every_us: 3_000 }));
  made.time.run_for(5e6);
  assert.equal(made.clock.lost, 0);
  assert.ok(pi.acks > 50);
  assert.ok(times(made).length > 40);
  assert.equal(Math.ceil(made.clock.truth().left_us / 1e6), times(made).at(-1).left);
});
test('masters that begin together: the one with the lower bits goes first, whole', () => {
  const time = new PlainTime();
  const bus = time.plug(new I2cBus());
  const listener = time.plug(new Listener({ bus }));
  bus.write(0x00, [1, 2, 3]);
  for (const bytes of [[9, 9], [9, 8], [1, 7]]) bus.write(0x10, bytes); // all wait for the first to end
  time.run_for(5_000);
  assert.deepEqual(listener.heard.map(({ bytes }) => bytes.slice(1)), [[1, 2, 3], [1, 7], [9, 8], [9, 9]]);
});
test('noise breaks messages, and nearly none that is broken has a right sum', () => {
  for (const noise of [{ bit_error: 0.002 }, { cut: 0.2 }, { spike: 0.2 }]) {
    const made = started({ noise, control: controls.sudden, interval_us: 100_000, misses_to_silence: Infinity });
    made.time.run_for(60e6);
    const heard = made.listener.heard.filter(({ bytes }) => bytes.length > 2);
    const broken = heard.filter(({ bytes }) => crc8(bytes) !== 0 || bytes[2] !== bytes.length);
    const missing = made.clock.sent.length - (heard.length - broken.length);
    assert.ok(missing > 20, `${JSON.stringify(noise)}: ${missing}`);
    assert.ok(times(made).length > 200);
    for (const { t_us, left } of times(made)) assert.ok(Math.abs(left - (300 - Math.max(0, t_us - 500_000) / 1e6)) < 1.5);
  }
});
test('a spike that is long enough is a STOP and a START, and the rest is read as another address', () => {
  const time = new PlainTime();
  const bus = time.plug(new I2cBus({ noise: { spike: 1 }, seed: 4 }));
  const seen = new Set();
  bus.attach({ ...idle_end(), start: () => seen.add('start'), stop: () => seen.add('stop') });
  bus.attach({ ...idle_end(), spike_ns: () => 400, start: () => seen.add('deaf start') });
  bus.write(0x00, [0, 0]);
  time.run_for(30);
  seen.clear();
  time.run_for(100);
  assert.deepEqual([...seen].sort(), ['start', 'stop']);
});
const idle_end = () => ({ spike_ns: () => 50, start() {}, stop() {}, bit() {}, level: () => 1, holds: () => false });

// --- repeatability
test('a seed repeats, and another does not', () => {
  const log = seed => {
    const made = started({ seed, noise: { bit_error: 0.001, spike: 0.05 }, ...unproven(seed) });
    for (let ply = 0; ply < 10; ++ply) {
      made.time.run_for(2.1e6);
      made.clock.press(ply % 2 === 0 ? 'white' : 'black');
    }
    return JSON.stringify(made.listener.heard);
  };
  assert.equal(log(7), log(7));
  assert.notEqual(log(7), log(8));
});
test('what is unproven varies with the seed', () => {
  const drawn = Array.from({ length: 40 }, (_, seed) => unproven(seed));
  for (const name of ['rounding', 'lever_bit', 'tells_changes', 'misses_to_silence', 'idle_interval_us'])
    assert.ok(new Set(drawn.map(each => each[name])).size > 1, name);
  assert.ok(drawn.every(({ interval_us }) => interval_us >= 1e5 && interval_us <= 1e6));
});
test('a clock without a bus reckons in its own time', () => {
  const times = new ChessClock(controls.delayed);
  times.run('left');
  times.advance(4e6);
  assert.equal(times.left_us('left'), 300e6);
  times.advance(4e6);
  assert.equal(times.left_us('left'), 297e6);
  assert.equal(other('left'), 'right');
});
