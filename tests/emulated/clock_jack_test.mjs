// A DGT 3000 at a board's jack, as its model assumes it: what it says reaches the host as it is, at once, and
// whatever it says or does harms neither pieces nor presses.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { matrix_board } from './lib/board.mjs';
import { plug_clock } from './lib/clock_jack.mjs';
import { controls, crc8, type, unproven } from './lib/dgt3000.mjs';
import { hall_board, strength } from './lib/hall_board.mjs';
import { random_numbers } from './lib/machine.mjs';

const boards = { 'pico-matrix': matrix_board, 'pico-hall': hall_board };
const within_us = 40_000; // of 100 ms from the clock to the journal

function playing(board, options = {}) {
  const clock = plug_clock(board, { control: controls.blitz, ...options });
  clock.push('on_off');
  board.machine.run_for(1_000_000);
  clock.push('play');
  board.machine.run_for(500_000);
  return clock;
}
/// What the board has told of the clock, with the time at which the host had it.
const heard = ({ host }) => host.heard.filter(([name]) => name === 'clock_said').map(([, said, taken_us]) => ({ ...said, taken_us }));
const hex = bytes => bytes.map(byte => byte.toString(16).padStart(2, '0')).join(' ');
const whole_times = said => said.filter(({ bytes }) => bytes[2] === type.time && crc8([0, ...bytes]) === 0);

for (const [name, make] of Object.entries(boards)) {
  test(`${name}: every time that any clock tells comes to the host as it was, and soon`, () => {
    for (let seed = 1; seed <= 3; ++seed) {
      const board = make({ jack: { seed } });
      const clock = playing(board, { seed, ...unproven(seed), stray: 0.2 });
      for (let ply = 0; ply < 8; ++ply) {
        board.machine.run_for(1_200_000);
        clock.press(ply % 2 === 0 ? 'white' : 'black');
      }
      board.machine.run_for(1_000_000);
      const told = heard(board);
      const times = clock.sent.filter(({ bytes }) => bytes[3] === type.time);
      assert.ok(clock.sent.every(({ ack }) => ack), 'all is acknowledged');
      assert.equal(clock.lost, 0);
      assert.ok(times.length > 8);
      const started_us = board.machine.epoch_ns / 1000;
      for (const { t_us, bytes } of times) {
        const at = told.find(said => hex(said.bytes) === hex(bytes.slice(1)));
        // Only the last of those that come within one turn of the board's loop is told.
        const followed = clock.sent.some(later => later.t_us > t_us && later.t_us < t_us + within_us);
        assert.ok(at || followed, `seed ${seed}: ${hex(bytes)} was lost`);
        if (!at) continue;
        assert.ok(Math.abs(Number(at.time_us) + started_us - t_us) < 5_000);
        assert.ok(at.taken_us > t_us && at.taken_us < t_us + within_us, `seed ${seed}: ${at.taken_us - t_us} µs`);
      }
    }
  });

  test(`${name}: a clock that is pulled and comes again, and noise on its wires change nothing that is sensed`, () => {
    const noise = { bit_error: 0.002, cut: 0.02, spike: 0.01 };
    const board = make({ jack: { noise, seed: 3 } });
    const { machine, host, contacts, port } = board;
    const clock = playing(board, { seed: 3, interval_us: 100_000, misses_to_silence: Infinity });
    const random = random_numbers(5);
    const before = host.events.length;
    const expected = [];
    for (let move = 0; move < 60; ++move) {
      const square = 16 + move % 32;
      if (board.sensors) board.sensors.move(square, strength);
      else board.matrix.set(square, 1);
      machine.run_for(60_000 + 20_000 * random());
      if (board.sensors) board.sensors.move(square, 0);
      else board.matrix.set(square, 0);
      machine.run_for(60_000 + 20_000 * random());
      contacts.set(move % 2, true);
      machine.run_for(60_000);
      contacts.set(move % 2, false);
      expected.push(`drop ${square}`, `lift ${square}`, move % 2 ? 'press_black 0' : 'press_white 0');
      clock.press(move % 2 === 0 ? 'white' : 'black');
      if (move % 10 === 4) port.unplug();
      if (move % 10 === 8) port.plug({ bounces: 5 });
    }
    machine.run_for(2_000_000);
    assert.deepEqual(host.events.slice(before).map(({ kind, square }) => `${kind} ${square}`), expected);
    assert.ok(whole_times(heard(board)).length > 20);
    assert.equal(host.last('health').late_scans, 0);
    assert.equal(machine.starts, 1);
  });

  test(`${name}: a bus that is held for ever, and one with nothing on it, keep the board from nothing`, () => {
    const board = make();
    const before = board.host.heard.length;
    board.machine.run_for(2_000_000);
    assert.equal(heard(board).length, 0);
    assert.ok(board.host.heard.length > before);
    assert.equal(board.machine.starts, 1);
  });
}
