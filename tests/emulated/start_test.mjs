// The image boots by the boot ROM's rules, identifies itself and reports moves.

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { matrix_board } from './lib/board.mjs';
import { jack_of } from './lib/clock_jack.mjs';
import { Contacts } from './lib/contacts.mjs';
import { Machine, read_image } from './lib/machine.mjs';

const image = read_image('pico-matrix');

test('the image has a header at 0x1c0 and its SHA-256 at the end', () => {
  assert.equal(image.toString('latin1', 0x1c0, 0x1c8), 'ADOUBE\0\x01');
  assert.equal(image.toString('latin1', 0x1c8, 0x1d8).replace(/\0+$/, ''), 'pico-matrix');
  const length = image.readUInt32LE(0x1dc);
  assert.equal(image.length, length + 32);
  assert.deepEqual(createHash('sha256').update(image.subarray(0, length)).digest(), image.subarray(length));
});

test('the UF2 is the image in blocks for an RP2040', () => {
  const uf2 = read_image('pico-matrix', 'uf2');
  assert.equal(uf2.length, image.length * 2);
  for (let block = 0; block < uf2.length / 512; ++block) {
    const at = 512 * block;
    const words = Array.from({ length: 8 }, (_, word) => uf2.readUInt32LE(at + 4 * word));
    assert.deepEqual(words, [0x0a324655, 0x9e5d5157, 0x2000, 0x10000000 + 256 * block, 256, block, uf2.length / 512, 0xe48bff56]);
    assert.deepEqual(uf2.subarray(at + 32, at + 288), image.subarray(256 * block, 256 * block + 256));
    assert.equal(uf2.readUInt32LE(at + 508), 0x0ab16f30);
  }
});

test('the boot ROM refuses a second stage that is not as it was sealed', () => {
  const torn = Buffer.from(image);
  torn[17] ^= 4;
  assert.throws(() => new Machine(torn).power_on(), /checksum/);
});

test('it runs at 48 MHz with ticks of 1 µs, and speaks at 115200 baud', () => {
  const { machine } = matrix_board({ host: false });
  const ticks = [];
  const watchdog = machine.chip.peripherals[0x40058];
  const write = watchdog.writeUint32.bind(watchdog);
  watchdog.writeUint32 = (offset, value) => {
    if (offset === 0x2c) ticks.push([value & 0x1ff, value & 0x200, machine.chip.clocks.refFreq]);
    write(offset, value);
  };
  machine.run_for(100_000); // the first start erases a sector
  assert.equal(machine.chip.clkSys, 48e6);
  assert.deepEqual(ticks, [[12, 0x200, 12e6]]);
  assert.ok(Math.abs(machine.uart.baud / 115200 - 1) < 0.01);
});

test('it starts on a chip whose processor runs from the PLL already', () => {
  const machine = new Machine(image);
  machine.plug({ connect({ chip }) { // as a program left it that jumped to the boot ROM
    for (const [address, value] of [
      [0x4000c000, chip.readUint32(0x4000c000) & ~(1 << 13)],
      [0x4002c000, 1], [0x4002c008, 100], [0x4002c004, 0], [0x4002c00c, 5 << 16 | 5 << 12],
      [0x4000803c, 0x20], [0x4000803c, 0x21],
    ]) chip.writeUint32(address, value);
  } });
  machine.plug(new Contacts());
  jack_of(machine, 26);
  machine.power_on();
  machine.run_for(30_000);
  assert.equal(machine.chip.clkSys, 48e6);
  assert.equal(machine.starts, 1);
});

test('it says hello, and who it is', () => {
  const { host } = matrix_board({ flash_id: [1, 2, 3, 4, 5, 6, 7, 8] });
  const hello = host.last('hello');
  assert.equal(hello.board_id, 0x0102030405060708n);
  const { firmware_major, firmware_minor, firmware_patch } = hello;
  assert.deepEqual([firmware_major, firmware_minor, firmware_patch], [...image.subarray(0x1d8, 0x1db)], 'as the image is marked');
  assert.equal(hello.sensing, 0);
  assert.equal(hello.features, 7);
  assert.equal(hello.ring_capacity, 4096);
  assert.equal(host.last('condition').reset_cause, 1);
  assert.equal(host.last('snapshot').squares.plane3, 0xffff00000000ffffn);
});

test('boot numbers differ from start to start', () => {
  const boots = new Set();
  for (const seed of [1, 2, 3, 4, 5]) boots.add(matrix_board({ seed }).host.boot_id);
  assert.equal(boots.size, 5);
});

/// Boot and board ids of `starts` starts.
function ids_of({ machine, host }, starts) {
  const boots = new Set([host.boot_id]), boards = new Set([host.last('hello').board_id]);
  while (boots.size < starts) {
    const { boot_id } = host;
    machine.power_on();
    machine.run_until_met(() => host.boot_id !== boot_id && host.last('condition')?.boot_id === host.boot_id, 3e6, 'a boot id of its own');
    boots.add(host.boot_id);
    boards.add(host.last('hello').board_id);
  }
  return { boots, boards };
}

test('boot numbers differ from start to start, though chance draws the same', () => {
  const board = matrix_board();
  board.machine.random = () => 0.25;
  assert.equal(ids_of(board, 20).boots.size, 20);
});

test('a board whose flash chip has no id keeps the one that it drew', () => {
  const drawn = [1, 2].map(seed => ids_of(matrix_board({ seed, flash_id: Array(8).fill(0xff) }), 4).boards);
  for (const boards of drawn) assert.equal(boards.size, 1);
  assert.notDeepEqual(drawn[0], drawn[1]);
});

test('a piece goes from e2 to e4, and White presses', () => {
  const { machine, matrix, contacts, host } = matrix_board();
  const started_us = machine.epoch_ns / 1000;
  const lifted_us = machine.now_us + 10_000, dropped_us = lifted_us + 700_000, pressed_us = dropped_us + 400_000;
  machine.at(lifted_us, () => matrix.set(12, false));
  machine.at(dropped_us, () => matrix.set(28, true));
  machine.at(pressed_us, () => contacts.set(0, true));
  machine.run_for(1_500_000);
  assert.deepEqual(host.events.map(({ seq, kind, square, content }) => [seq, kind, square, content]),
    [[0, 'lift', 12, 8], [1, 'drop', 28, 8], [2, 'press_white', 0, 0]]);
  host.events.forEach(({ time_us }, at) => {
    const late_us = time_us + started_us - [lifted_us, dropped_us, pressed_us][at];
    assert.ok(late_us >= 0 && late_us <= 1000, `event ${at} has its time ${late_us} µs after its edge`);
  });
});
