// A pico-hall on a table: its image in the chip, magnets over its sensors, contacts, a host at its UART, and a USB port
// whose cable is not in yet.

import { Contacts } from './contacts.mjs';
import { Host } from './host.mjs';
import { Machine, read_image } from './machine.mjs';
import { Sensors } from './sensors.mjs';
import { UartLine } from './uart_line.mjs';
import { UsbHost } from './usb_host.mjs';

export const white = 7, black = 15;
/// What a piece's magnet does to its sensor, in steps of the converter.
export const strength = 600;

/// Switched on with the pieces as at the start of a game, scanning, and followed by a host unless `host`
/// is false.
export function hall_board({ image = read_image('pico-hall'), sensors: of_sensors, host: wanted = true, ...options } = {}) {
  const machine = new Machine(image, options);
  const sensors = machine.plug(new Sensors(of_sensors));
  const contacts = machine.plug(new Contacts([18, 19, 20, 21, 22, 16]));
  const line = machine.plug(new UartLine());
  const usb = machine.plug(new UsbHost());
  const host = new Host(machine, line);
  for (let square = 0; square < 64; ++square) sensors.move(square, at_start(square));
  const board = { machine, sensors, contacts, line, usb, host };
  if (wanted) start(board);
  else machine.power_on();
  return board;
}

const at_start = square => square < 16 ? strength : square >= 48 ? -strength : 0;

/// Power on, or on again, until the host follows.
export function start({ machine, host }) {
  machine.power_on();
  host.open();
  const heard = host.heard.length;
  machine.run_until_met(() => host.heard.slice(heard).some(([name]) => name === 'condition'), 2e6, 'a board that is followed');
}

/// The board's answer, of this name, to what the host sends.
export function ask({ machine, host }, name, fields, answer) {
  const heard = host.heard.length;
  host.send(name, { boot_id: host.boot_id, ...fields });
  let told;
  machine.run_until_met(() => (told = host.heard.slice(heard).find(([what]) => what === answer)), 2e6, answer);
  return told[1];
}

export const levels = board => ask(board, 'ask_levels', {}, 'levels').levels;
export const calibration = (board, fields) =>
  ask(board, 'calibration', { kept: 0, threshold: 0, release: 0, zero: Array(64).fill(0), ...fields }, 'calibration');

/// As "adoube board calibrate" has it done: with no piece on the board, which are then put back.
export function calibrate(board) {
  const { machine, sensors } = board;
  for (let square = 0; square < 64; ++square) sensors.move(square, 0);
  machine.run_for(50_000);
  calibration(board, { threshold: 160, release: 110, zero: levels(board) });
  for (let square = 0; square < 64; ++square) sensors.move(square, at_start(square));
  machine.run_for(50_000);
}
