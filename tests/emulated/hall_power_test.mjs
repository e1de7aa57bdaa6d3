// Who may power the sensors of a pico-hall: 0.4 A, which a bus gives only to a configured device that is awake
// (USB 2.0, 7.2.1 and 7.2.3). What happens without power is a gap: nothing is invented, and nothing hidden.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { black, hall_board, strength, white } from './lib/hall_board.mjs';
import { random_numbers } from './lib/machine.mjs';
import { plug_cable, set_configuration, UsbLineHost, vendor } from './lib/usb_board.mjs';

const suspend_within_us = 3_000 + 7_000; // USB 2.0, 7.1.7.6: of silence, and then
const told = events => events.map(({ kind, square }) => `${kind} ${square}`);
const content_of = ({ plane0, plane1, plane2, plane3 }) => Array.from({ length: 64 }, (_, square) =>
  [plane0, plane1, plane2, plane3].reduce((sum, plane, bit) => sum | Number(plane >> BigInt(square) & 1n) << bit, 0));
const stands_at_start = () => Array.from({ length: 64 }, (_, square) => square < 16 ? white : square >= 48 ? black : 0);

async function followed() {
  const board = hall_board({ host: false });
  await plug_cable(board);
  const host = await new UsbLineHost(board, vendor).plug_in();
  return { ...board, host };
}

test('sensors have no power before the bus has configured the board, however long that takes', async () => {
  const { machine, sensors, usb } = hall_board({ host: false });
  const attached = usb.attach(); // in the board's first millisecond, as when the bus powers it
  for (let time = 0; time < 5_000; ++time) {
    machine.run_for(1_000);
    assert.ok(!sensors.powered, `powered after ${time} ms`);
  }
  await attached;
  assert.equal(sensors.conversions, 0);
  await usb.settled(usb.enumerate());
  machine.run_for(3_000);
  assert.ok(sensors.powered);
});

test('a configuration that is taken back takes the power', async () => {
  const { machine, sensors, usb } = await followed();
  assert.ok(sensors.powered);
  await usb.settled(usb.control(set_configuration(0)));
  machine.run_for(suspend_within_us);
  assert.ok(!sensors.powered);
});

test('while the bus sleeps sensors have no power; afterwards a gap tells that, and how the board stands', async () => {
  const { machine, sensors, usb, host } = await followed();
  const random = random_numbers(11);
  const stands = stands_at_start();
  for (let sleep = 0; sleep < 12; ++sleep) {
    usb.suspend();
    machine.run_for(suspend_within_us);
    assert.ok(!sensors.powered);
    const conversions = sensors.conversions, before = host.events.length;
    for (let change = 0; change < 6 * random(); ++change) {
      const square = Math.floor(64 * random()), is = [0, white, black][Math.floor(3 * random())];
      stands[square] = is;
      sensors.move(square, is === 0 ? 0 : is === white ? strength : -strength);
      machine.run_for(100_000 * random());
    }
    machine.run_for(200_000 * random());
    assert.equal(sensors.conversions, conversions);
    usb.resume();
    machine.run_for(1_100_000);
    assert.deepEqual(told(host.events.slice(before)), []);
    assert.equal(host.heard.filter(([name]) => name === 'gap').length, sleep + 1);
    assert.deepEqual(content_of(host.last('gap').squares), stands);
  }
  assert.equal(host.last('health').late_scans, 0);
  assert.equal(host.last('health').masked, 0n);
});

test('a charger powers the sensors, a second after the cable came', () => {
  const { machine, sensors, usb } = hall_board({ host: false });
  usb.charge();
  machine.run_for(900_000);
  assert.ok(!sensors.powered);
  machine.run_for(200_000);
  assert.ok(sensors.powered);
});

test('a board with a supply of its own senses without a bus, and goes on when the cable is pulled', async () => {
  const board = hall_board({ host: false });
  board.machine.run_for(100_000);
  assert.ok(board.sensors.powered);
  await plug_cable(board);
  board.machine.run_for(100_000);
  board.usb.detach();
  board.machine.run_for(10_000);
  assert.ok(board.sensors.powered);
  board.sensors.move(12, 0); // e2
  board.machine.run_for(100_000);
  await plug_cable(board);
  const host = await new UsbLineHost(board, vendor).plug_in();
  board.machine.run_for(50_000);
  assert.deepEqual(told(host.events), ['lift 12']);
});

test('a board that cannot sense the cable records on a supply of its own', () => {
  const { sensors, host } = hall_board({ usb: { vbus_floats: true } });
  assert.ok(sensors.powered);
  assert.equal(host.last('health').masked, 0n);
});
