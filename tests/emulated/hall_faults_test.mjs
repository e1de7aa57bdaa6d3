// Broken sensors and multiplexers are masked and reported by the unchanged image; no other square suffers.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { black, hall_board, strength, white } from './lib/hall_board.mjs';

const e2 = 12, e4 = 28, e5 = 36, e7 = 52;
const bits = squares => squares.reduce((set, square) => set | (1n << BigInt(square)), 0n);
const told = events => events.map(({ kind, square, content }) => [kind, square, content]);

/// Sorted squares of mask_on events: within a scan any order is right.
const masked = events => events.map(({ kind, square }) => (assert.equal(kind, 'mask_on'), square)).sort((a, b) => a - b);

/// The next condition; it follows every resend, with the health.
function condition({ machine, host }) {
  const heard = host.heard.length;
  host.send('resend', { boot_id: host.boot_id, from_seq: host.record.expected });
  let condition;
  machine.run_until_met(() => (condition = host.heard.slice(heard).find(([name]) => name === 'condition')), 2e6, 'condition');
  return condition[1];
}
function move({ machine, sensors }, from, to, level) {
  sensors.move(from, 0, 5000);
  machine.run_for(100_000);
  sensors.move(to, level, 5000);
  machine.run_for(100_000);
}

for (const [fault, square] of [['open', e2], ['supply', e2], ['open', e7], ['supply', e4]])
  test(`a sensor that breaks (${fault}, square ${square}) is masked, and says nothing else`, () => {
    const board = hall_board();
    board.sensors.faults.set(square, fault);
    board.machine.run_for(100_000);
    assert.deepEqual(told(board.host.events), [['mask_on', square, 0]]);
    assert.equal(condition(board).broken, bits([square]));
    assert.equal(board.host.last('health').masked, bits([square]));
    move(board, 11, 27, strength);
    assert.deepEqual(told(board.host.events).slice(1), [['lift', 11, white], ['drop', 27, white]]);
  });

test('a sensor that is mended is trusted again after ten seconds, and what changed meanwhile is told', () => {
  const board = hall_board();
  const { machine, sensors, host } = board;
  sensors.faults.set(e2, 'open');
  machine.run_for(1e6);
  sensors.move(e2, 0);
  sensors.faults.delete(e2);
  machine.run_for(13e6);
  assert.deepEqual(told(host.events), [['mask_on', e2, 0], ['mask_off', e2, 0], ['lift', e2, white]]);
  assert.equal(condition(board).broken, 0n);
});

test('a wire that comes and goes from scan to scan is no piece, and no broken sensor', () => {
  const { machine, sensors, host } = hall_board();
  for (let time = 0; time < 200; ++time)
    machine.after(time * 4000, () => (time % 2 === 0 ? sensors.faults.set(e7, 'open') : sensors.faults.delete(e7)));
  machine.run_for(1e6);
  assert.deepEqual(told(host.events), []);
});

test('without one multiplexer its sixteen squares are masked, and the game goes on upon the others', () => {
  for (const multiplexer of [0, 1, 2, 3]) {
    const board = hall_board();
    board.sensors.missing.add(multiplexer);
    board.machine.run_for(100_000);
    const squares = Array.from({ length: 16 }, (_, at) => 16 * multiplexer + at);
    assert.deepEqual(masked(board.host.events), squares);
    assert.equal(condition(board).broken, bits(squares));
    const [from, to, level, content] = multiplexer < 2 ? [e7, e5, -strength, black] : [e2, e4, strength, white];
    if (!squares.includes(from) && !squares.includes(to)) {
      move(board, from, to, level);
      assert.deepEqual(told(board.host.events).slice(16), [['lift', from, content], ['drop', to, content]]);
    }
  }
});

test('a multiplexer that is missing from the start is told from the start', () => {
  const board = hall_board();
  board.sensors.missing.add(1);
  board.machine.power_on();
  board.host.open();
  board.machine.run_for(1e6);
  assert.deepEqual(masked(board.host.events), Array.from({ length: 16 }, (_, at) => 16 + at));
  assert.equal(condition(board).broken, bits(Array.from({ length: 16 }, (_, at) => 16 + at)));
});

test('a scan that never ends is ended by the watchdog', () => {
  const board = hall_board();
  const { machine, host } = board;
  machine.chip.adc.onADCRead = () => {}; // conversions never complete
  machine.run_for(300_000);
  assert.equal(machine.starts, 2);
  machine.run_for(2e6);
  assert.equal(host.last('condition').reset_cause, 3);
});
