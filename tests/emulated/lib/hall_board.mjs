// A pico-hall: image and chip, magnets over sensors, contacts, a host at the UART, an unplugged USB port.

import { jack_of } from './clock_jack.mjs';
import { Contacts } from './contacts.mjs';
import { Host } from './host.mjs';
import { Machine, read_image } from './machine.mjs';
import { Sensors } from './sensors.mjs';
import { UartLine } from './uart_line.mjs';
import { UsbHost } from './usb_host.mjs';

export const white = 7, black = 15;
/// A piece's effect on its sensor, in converter steps.
export const strength = 600;

/// Powered and scanning the start position; followed by a host unless `host` is false.
export function hall_board({ image = read_image('pico-hall'), sensors: of_sensors, usb: of_usb, jack: of_jack, host: wanted = true, ...options } = {}) {
  const machine = new Machine(image, options);
  const sensors = machine.plug(new Sensors(of_sensors));
  const contacts = machine.plug(new Contacts('pico-hall'));
  const jack = jack_of(machine, 14, of_jack);
  const line = machine.plug(new UartLine());
  const usb = machine.plug(new UsbHost(of_usb));
  const host = new Host(machine, line);
  for (let square = 0; square < 64; ++square) sensors.move(square, at_start(square));
  const board = { machine, sensors, contacts, line, usb, host, ...jack };
  if (wanted) start(board);
  else machine.power_on();
  return board;
}

const at_start = square => square < 16 ? strength : square >= 48 ? -strength : 0;

/// Power on (again), until followed.
export function start({ machine, host }) {
  machine.power_on();
  host.open();
  const heard = host.heard.length;
  machine.run_until_met(() => host.heard.slice(heard).some(([name]) => name === 'condition'), 2e6, 'a board that is followed');
}

/// The board's next message `answer`.
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

/// As "adoube board calibrate" asks: on an empty board; then puts the pieces back.
export function calibrate(board) {
  const { machine, sensors } = board;
  for (let square = 0; square < 64; ++square) sensors.move(square, 0);
  machine.run_for(50_000);
  calibration(board, { threshold: 160, release: 110, zero: levels(board) });
  for (let square = 0; square < 64; ++square) sensors.move(square, at_start(square));
  machine.run_for(50_000);
}
