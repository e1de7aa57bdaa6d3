// A pico-matrix: image and chip, pieces, contacts, a host at the UART, an unplugged USB port.

import { jack_of } from './clock_jack.mjs';
import { Contacts } from './contacts.mjs';
import { Host } from './host.mjs';
import { Machine, read_image } from './machine.mjs';
import { Matrix } from './matrix.mjs';
import { UartLine } from './uart_line.mjs';
import { UsbHost } from './usb_host.mjs';

export const ranks_1278 = [...Array(64).keys()].filter(square => square < 16 || square >= 48);

/// Powered and scanning; followed by a host unless `host` is false.
export function matrix_board({
  diodes = true, squares = ranks_1278, wiring, host: wanted = true, usb: of_usb, jack: of_jack, ...options
} = {}) {
  const machine = new Machine(read_image('pico-matrix'), options);
  const matrix = machine.plug(new Matrix({ diodes, wiring }));
  const contacts = machine.plug(new Contacts());
  const jack = jack_of(machine, 26, of_jack);
  const line = machine.plug(new UartLine());
  const usb = machine.plug(new UsbHost(of_usb));
  const host = new Host(machine, line);
  matrix.set_all(squares);
  machine.power_on();
  if (wanted) {
    host.open();
    machine.run_until_met(() => host.last('condition'), 1e6, 'a board that is followed');
  }
  return { machine, matrix, contacts, line, usb, host, ...jack };
}
