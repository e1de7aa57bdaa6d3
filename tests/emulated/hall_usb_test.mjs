// A pico-hall on USB: latency, and what scan and USB cost together.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { black, hall_board, strength, white } from './lib/hall_board.mjs';
import { random_numbers } from './lib/machine.mjs';
import { cdc, plug_cable, UsbLineHost, vendor } from './lib/usb_board.mjs';

const told = events => events.map(({ kind, square, content }) => [kind, square, content]);

async function hall_at_usb(endpoints) {
  const board = hall_board({ host: false });
  await plug_cable(board);
  const host = await new UsbLineHost(board, endpoints).plug_in();
  return { ...board, host };
}

for (const [name, endpoints] of Object.entries({ 'serial port': cdc, 'vendor interface': vendor })) {
  test(`${name}: a touch is there within the debounce time, one scan and 2 ms`, async () => {
    const { machine, sensors, host } = await hall_at_usb(endpoints);
    const { scan_interval_us, debounce_us } = host.last('hello').settings;
    const random = random_numbers(3);
    const stands = Array.from({ length: 64 }, (_, square) => square < 16 ? white : square >= 48 ? black : 0);
    let latest_us = 0;
    for (let touch = 0; touch < 200; ++touch) {
      const square = touch % 64, was = stands[square], is = was ? 0 : random() < 0.5 ? white : black;
      stands[square] = is;
      machine.run_for(20_000 + 2000 * random()); // any phase of the scan
      const before = host.events.length, touched_us = machine.now_us;
      sensors.move(square, is === 0 ? 0 : is === white ? strength : -strength);
      machine.run_until_met(() => host.events.length > before, 100_000, 'the touch');
      assert.deepEqual(told(host.events.slice(before)), [[is ? 'drop' : 'lift', square, is || was]]);
      latest_us = Math.max(latest_us, host.events.at(-1).taken_us - touched_us);
    }
    console.log(`${name}: a touch was there after ${Math.round(latest_us)} µs at the latest`);
    assert.ok(latest_us <= scan_interval_us + debounce_us + 2000);
  });
}

test('with USB and all pieces moving a scan keeps to its budget', async () => {
  const { machine, sensors, host } = await hall_at_usb(cdc);
  const cycles = machine.busy_cycles, before = host.events.length;
  for (let half = 0; half < 12; ++half)
    machine.after(20_000 + half * 83_000, () => {
      for (let square = 0; square < 64; ++square)
        if (square < 16 || square >= 48) sensors.move(square, half % 2 === 0 ? 0 : square < 16 ? strength : -strength);
    });
  machine.run_for(1e6);
  assert.equal(host.events.length - before, 12 * 32);
  const share = (machine.busy_cycles - cycles) / 48e6;
  console.log(`scan, USB and 384 events in a second: ${(100 * share).toFixed(1)} % of the processor`);
  assert.ok(share < 0.1);
  assert.equal(host.last('health').late_scans, 0);
});
