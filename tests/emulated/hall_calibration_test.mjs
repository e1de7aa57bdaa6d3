// Calibration from the host into the unchanged image's flash and back, with power cuts at any moment.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ask, calibrate, calibration, hall_board, levels, start } from './lib/hall_board.mjs';
import { random_numbers } from './lib/machine.mjs';

const numbered = number => ({ threshold: 200 + number, release: 150, zero: Array.from({ length: 64 }, (_, square) => 2000 + number + square) });
const essence = ({ kept, threshold, release, zero }) => ({ kept, threshold, release, zero });
const changed_bytes = (flash, image) => flash.reduce((count, byte, at) => count + (byte !== (image[at] ?? 0xff)), 0);

/// Power fails; flash bytes stay as they are.
class PowerCut extends Error {}
function cut_after(machine, changes, random) {
  machine.rom.before_change = (flash, at, to) => {
    if (changes-- > 0) return;
    flash[at] ^= (flash[at] ^ to) & Math.floor(256 * random()); // half-written: neither old nor new
    throw new PowerCut();
  };
}
function until_power_cut(act) {
  try {
    return act();
  } catch (error) {
    if (error instanceof PowerCut) return undefined;
    throw error;
  }
}

test('a board that was never calibrated says so, and has defaults', () => {
  const told = calibration(hall_board());
  assert.deepEqual(essence(told), { kept: 0, threshold: 160, release: 110, zero: Array(64).fill(2048) });
});

test('levels of an empty board are its calibration, and it survives the start', () => {
  const board = hall_board();
  calibrate(board);
  const told = calibration(board);
  assert.equal(told.kept, 1);
  told.zero.forEach((zero, square) =>
    assert.ok(Math.abs(zero - board.sensors.zero[square]) <= 12, `square ${square}: ${zero}, not ${board.sensors.zero[square]}`));
  for (let times = 0; times < 3; ++times) {
    start(board);
    assert.deepEqual(essence(calibration(board)), essence(told));
  }
});

test('what cannot be is refused or set to the nearest', () => {
  const board = hall_board();
  const refused = { kept: 0, ...numbered(0), release: 200 };
  ask(board, 'calibration', refused, 'hello'); // release not below threshold
  assert.equal(calibration(board).kept, 0);
  assert.equal(calibration(board, { ...numbered(0), threshold: 9000 }).threshold, 1024);
  assert.equal(calibration(board, { ...numbered(0), zero: Array(64).fill(0) }).zero[12], 2048);
});

test('storing writes two sectors behind the image, by turns, and nothing else', () => {
  const board = hall_board();
  const sectors = [];
  board.machine.rom.before_change = (_, at) => sectors.at(-1) === at >> 12 || sectors.push(at >> 12);
  for (let number = 0; number < 4; ++number) calibration(board, numbered(number));
  calibration(board, numbered(3)); // already kept
  assert.deepEqual(sectors, [0x1fe, 0x1ff, 0x1fe, 0x1ff]);
  assert.ok(changed_bytes(board.machine.chip.flash, board.machine.image) < 400);
});

test('pieces that move while the flash is written are told afterwards, once', () => {
  const { machine, sensors, host, ...rest } = hall_board();
  machine.rom.before_change = flash => {
    machine.rom.before_change = null;
    sensors.move(12, 0);
    sensors.move(28, 600);
  };
  calibration({ machine, sensors, host, ...rest }, { threshold: 160, release: 110, zero: Array(64).fill(2048) });
  machine.run_for(200_000);
  assert.deepEqual(host.events.map(({ kind, square }) => [kind, square]), [['lift', 12], ['drop', 28]]);
  assert.equal(machine.starts, 1, 'the watchdog is patient while a sector is erased');
});

test('power cut at any point of storing leaves the old calibration or the new one', () => {
  const random = random_numbers(11);
  const board = hall_board();
  const { machine } = board;
  let in_force = calibration(board, numbered(0));
  let old = 0, anew = 0, number = 0;
  for (let cut = 0; cut < 150; ++cut) {
    number = (number + 1) % 100;
    const before = essence(in_force);
    // 4,096 bytes are erased and 256 programmed; the latter matter.
    cut_after(machine, cut % 2 === 0 ? Math.floor(random() * 4352) : 4096 + Math.floor(random() * 256), random);
    const answer = until_power_cut(() => calibration(board, numbered(number)));
    assert.equal(answer, undefined);
    start(board);
    in_force = calibration(board);
    assert.equal(in_force.kept, 1);
    const is_old = in_force.threshold === before.threshold;
    assert.deepEqual(essence(in_force), is_old ? before : { kept: 1, ...numbered(number) });
    if (is_old) ++old;
    else ++anew;
  }
  console.log(`150 power cuts while storing: ${old} times the old calibration, ${anew} times the new one`);
  assert.ok(old > 0);
});

test('power cut at any time around it does not matter either', () => {
  const random = random_numbers(12);
  const board = hall_board();
  const { machine, host } = board;
  let in_force = essence(calibration(board, numbered(0)));
  for (let number = 1; number <= 40; ++number) {
    host.send('calibration', { boot_id: host.boot_id, kept: 0, ...numbered(number) });
    machine.run_for(random() * 90_000);
    start(board);
    const told = essence(calibration(board));
    const wanted = { kept: 1, ...numbered(number) };
    assert.deepEqual(told, told.threshold === in_force.threshold ? in_force : wanted);
    in_force = told;
  }
  assert.notEqual(in_force.threshold, 200);
});

test('the sensors are read as before after the flash was written', () => {
  const board = hall_board({ sensors: { noise: 0 } });
  const before = levels(board);
  calibration(board, numbered(1));
  board.machine.run_for(20_000);
  assert.deepEqual(levels(board), before);
});
