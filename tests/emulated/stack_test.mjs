// A board's deepest stack, with USB hosts, all pieces moving and a calibration written. Below it is no
// memory: an overflow faults and restarts the board.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { calibrate, hall_board, strength } from './lib/hall_board.mjs';
import { cdc, plug_cable, shake, usb_board, UsbLineHost, vendor } from './lib/usb_board.mjs';

const stack_bytes = 4096;        // image.ld; at the start of RAM
const most_bytes = 3584;         // keeps an eighth free
const start_of = machine => machine.chip.sram.slice(0, stack_bytes);

/// The depth reached by work() after a restart of the chip.
async function deepest(board, work) {
  let before;
  board.machine.plug({ connect: machine => { before = start_of(machine); } });
  board.machine.power_on();
  await plug_cable(board);
  await work();
  const after = start_of(board.machine);
  return stack_bytes - before.findIndex((byte, at) => byte !== after[at]);
}

function check(name, used) {
  console.log(`# ${name} stack: ${used} of ${stack_bytes} bytes`);
  assert.ok(used > 500, 'this is not where the stack is');
  assert.ok(used <= most_bytes);
}

test('pico-matrix, with both USB lines in use', async () => {
  const board = await usb_board();
  check('pico-matrix', await deepest(board, async () => {
    for (const line of [cdc, vendor]) {
      const host = await new UsbLineHost(board, line).plug_in();
      shake(board, 8);
      await host.leave();
      board.machine.run_for(5.5e6);
    }
  }));
});

test('pico-hall, with USB in use and a calibration written', async () => {
  const board = hall_board({ host: false });
  await plug_cable(board);
  check('pico-hall', await deepest(board, async () => {
    const host = await new UsbLineHost(board, vendor).plug_in();
    calibrate({ ...board, host });
    for (let time = 0; time < 8; ++time) {
      for (let square = 0; square < 64; ++square) board.sensors.move(square, time % 2 ? strength : -strength);
      board.machine.run_for(75_000);
    }
  }));
});
