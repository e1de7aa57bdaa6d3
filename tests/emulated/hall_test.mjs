// The unchanged pico-hall image reads 64 sensors through its multiplexers: levels, pieces, timing.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { black, calibrate, hall_board, levels, strength, white } from './lib/hall_board.mjs';
import { random_numbers } from './lib/machine.mjs';

const scan_us = 2000;
const told = events => events.map(({ kind, square, content }) => [kind, square, content]);

test('it says what it is, and sees the colours of the pieces', () => {
  const { host } = hall_board();
  const hello = host.last('hello');
  assert.deepEqual([hello.sensing, hello.features, hello.settings.scan_interval_us], [1, 15, scan_us]);
  const { plane0, plane1, plane2, plane3 } = host.last('snapshot').squares;
  assert.deepEqual([plane0, plane1, plane2, plane3],
    [0xffff00000000ffffn, 0xffff00000000ffffn, 0xffff00000000ffffn, 0xffff000000000000n]);
  const { broken, supply_mv } = host.last('condition');
  assert.equal(broken, 0n);
  assert.ok(Math.abs(supply_mv - 5000) < 10, `the supply is told as ${supply_mv} mV`);
});

test('the regulator is kept at one frequency while levels are read', () => {
  const { machine } = hall_board();
  assert.equal(machine.chip.gpio[23].value, 1);
});

test('every sensor is read once in a scan, by itself, and 500 times a second', () => {
  const { machine, sensors } = hall_board();
  machine.run_until(Math.ceil(machine.now_us / scan_us) * scan_us);
  const before = sensors.conversions;
  machine.run_for(1e6);
  assert.equal(sensors.conversions - before, 500 * 65); // and the supply
  assert.equal(sensors.switched_while_converting, 0);
});

/// The largest deviation of a reported level from its sensor's.
function error_of(board) {
  const seen = levels(board);
  return Math.max(...seen.map((level, square) => Math.abs(level - board.sensors.zero[square] - board.sensors.field(square))));
}
/// Takes the wait for the multiplexers from the board's memory: a byte of every look at a pair's first square.
function make_hasty({ machine }) {
  const memory = Buffer.from(machine.chip.sram.buffer);
  const first = memory.indexOf(Buffer.from([0xa0, 11, 0x05, 0x00, 0xa0, 0, 0x05, 0x10]));
  assert.ok(first > 0, 'the looks are where they are expected');
  for (let pair = 0; pair < 32; ++pair) {
    assert.equal(memory[first + 8 * pair + 1], 11);
    memory[first + 8 * pair + 1] = 0;
  }
}
/// White and black pieces alternate, for the largest difference between consecutive sensors.
function chequer({ sensors, machine }) {
  for (let square = 0; square < 64; ++square) sensors.move(square, square % 2 === 0 ? strength : -strength);
  machine.run_for(20_000);
}

test('a level is its own sensor\'s, whatever the one before showed; without the wait it is not', () => {
  const board = hall_board({ sensors: { noise: 0 } });
  chequer(board);
  assert.ok(error_of(board) <= 1, `off by ${error_of(board)}`);

  const hasty = hall_board({ sensors: { noise: 0 } });
  make_hasty(hasty);
  chequer(hasty);
  const error = error_of(hasty);
  console.log(`levels without time to settle are off by up to ${error} steps`);
  assert.ok(error > 200);
});

test('sensors that settle four times as slowly as they should are too slow', () => {
  const slow = hall_board({ sensors: { noise: 0, settling_us: 4 * 1.2 } });
  chequer(slow);
  assert.ok(error_of(slow) > 50);
});

/// Lifts, drops and exchanges anywhere, every 14 to 34 ms, with the events they must cause.
function* hands(sensors, seed, count) {
  const random = random_numbers(seed);
  const among = (least, most) => least + Math.floor(random() * (most - least + 1));
  const stands = Array.from({ length: 64 }, (_, square) => square < 16 ? white : square >= 48 ? black : 0);
  const busy_until = Array(64).fill(0);
  let at_us = sensors.now_us + 20_000;
  for (let done = 0; done < count; at_us += among(14_000, 34_000)) {
    const square = among(0, 63);
    if (at_us < busy_until[square]) continue;
    busy_until[square] = at_us + 200_000;
    const was = stands[square];
    const colour = random() < 0.5 ? white : black;
    const is = was === 0 ? colour : random() < 0.7 ? 0 : was === white ? black : white;
    stands[square] = is;
    const exchange = was !== 0 && is !== 0; // instant: a longer gap is a lift
    const level = (is === white ? 1 : is === black ? -1 : 0) * (strength + among(-250, 400));
    ++done;
    yield { at_us, square, level, takes_us: exchange ? 0 : among(0, 9_000), event: [is === 0 ? 'lift' : 'drop', square, is || was] };
  }
}

test('three thousand lifts, drops and exchanges come out once each, in order, in noise and drift', () => {
  const board = hall_board();
  const { machine, sensors, host } = board;
  calibrate(board);
  const before = host.events.length;
  sensors.drift = at_us => 40 * Math.sin(at_us / 5e6);
  const actions = [...hands(sensors, 7, 3000)];
  for (const { at_us, square, level, takes_us } of actions) machine.at(at_us, () => sensors.move(square, level, takes_us));
  const cycles = machine.busy_cycles, began_us = machine.now_us;
  machine.run_until(actions.at(-1).at_us + 500_000);
  const share = (machine.busy_cycles - cycles) / ((machine.now_us - began_us) * 48);
  console.log(`3,000 events at 115,200 baud: ${(100 * share).toFixed(1)} % of the processor`);
  const events = host.events.slice(before);
  assert.deepEqual(told(events), actions.map(({ event }) => event));
  const started_us = machine.epoch_ns / 1000;
  events.forEach(({ time_us }, at) => {
    const late_us = time_us + started_us - actions[at].at_us;
    assert.ok(late_us >= -1100 && late_us <= actions[at].takes_us + scan_us, `event ${at} has its time ${late_us} µs after its edge`);
  });
  assert.equal(host.duplicates, 0);
  const { lost_events, resent_events, bad_frames, bad_messages, masked } = host.last('health');
  assert.deepEqual([lost_events, resent_events, bad_frames, bad_messages, masked], [0, 0, 0, 0, 0n]);
  assert.ok(share < 0.2);
});

test('a piece that hovers is told at most once, and squares at rest say nothing, in noise and drift', () => {
  const { machine, sensors, host } = hall_board({ sensors: { noise: 6 } });
  sensors.drift = at_us => 40 * Math.sin(at_us / 2e6);
  machine.run_for(10e6);
  assert.deepEqual(host.events, []);
  sensors.drift = () => 0;
  sensors.zero.fill(2048);
  // From below the release to above the threshold.
  for (let square = 16; square < 48; ++square) sensors.move(square, 100 + 3 * (square - 16), 3e6);
  machine.run_for(10e6);
  const squares = told(host.events).map(([kind, square]) => (assert.equal(kind, 'drop'), square));
  assert.ok(squares.length > 5 && squares.length < 32, `${squares.length} pieces are seen`);
  assert.equal(new Set(squares).size, squares.length);
});

test('contacts are told as on every board', () => {
  const { machine, contacts, host } = hall_board();
  for (let contact = 0; contact < 6; ++contact) {
    contacts.set(contact, true);
    machine.run_for(50_000);
    contacts.set(contact, false);
    machine.run_for(50_000);
  }
  assert.deepEqual(host.events.map(({ kind }) => kind),
    ['press_white', 'press_black', 'adjust_white', 'adjust_black', 'call_white', 'call_black']);
});

test('a scan keeps to its budget: 5 % of the processor at 48 MHz, and 10 % with all pieces moving', () => {
  const { machine, sensors } = hall_board();
  const per_scan = what => {
    machine.run_for(100_000);
    const before = [machine.busy_cycles, machine.instructions];
    machine.run_for(500 * scan_us);
    const [cycles, instructions] = [machine.busy_cycles - before[0], machine.instructions - before[1]].map(sum => Math.round(sum / 500));
    console.log(`# pico-hall per scan, ${what}: ${instructions} instructions, ${cycles} cycles (${(cycles / 960).toFixed(1)} % of the processor)`);
    return cycles;
  };
  const budget = 0.05 * 48 * scan_us;
  assert.ok(per_scan('at rest') < budget);
  // All pieces go up and down at once, 6 times in the second.
  for (let half = 0; half < 12; ++half)
    machine.after(100_000 + half * 83_000, () => {
      for (let square = 0; square < 64; ++square)
        if (square < 16 || square >= 48) sensors.move(square, half % 2 === 0 ? 0 : square < 16 ? strength : -strength, 1000);
    });
  assert.ok(per_scan('all 32 pieces, six times up and down in a second') < 2 * budget);
});
