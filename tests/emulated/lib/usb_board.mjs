// A pico-matrix on USB, and protocol hosts on its lines.

import { matrix_board } from './board.mjs';
import { Host } from './host.mjs';
import { cdc, UsbLine, vendor } from './usb_line.mjs';

export const get_descriptor = (type, index, length, language = 0) =>
  [0x80, 6, index, type, language & 255, language >> 8, length & 255, length >> 8];
export const set_configuration = value => [0x00, 9, value, 0, 0, 0, 0, 0];
export const set_interface = number => [0x01, 11, 0, 0, number, 0, 0, 0];
export const set_halt = endpoint => [0x02, 3, 0, 0, endpoint, 0, 0, 0];
export const clear_halt = endpoint => [0x02, 1, 0, 0, endpoint, 0, 0, 0];
export const endpoint_status = endpoint => [0x82, 0, 0, 0, endpoint, 0, 2, 0];
export const control_lines = terminal_ready => [0x21, 0x22, terminal_ready ? 3 : 0, 0, 0, 0, 0, 0];

/// Powered, plugged in and configured; no host yet.
export async function usb_board(options) {
  const board = matrix_board({ host: false, ...options });
  await plug_cable(board);
  return board;
}
/// Returns the descriptors.
export async function plug_cable({ machine, usb }) {
  machine.run_for(20_000);
  await usb.settled(usb.attach());
  return usb.settled(usb.enumerate());
}

/// A host on one line, which waits to be followed unless told not to. After unplugging call plug_in() again.
export class UsbLineHost extends Host {
  constructor(board, endpoints) {
    super(board.machine, new UsbLine(board.usb, endpoints));
    this.usb = board.usb;
    this.is_serial = endpoints === cdc;
  }
  async plug_in({ wait = true } = {}) {
    if (this.is_serial) await this.usb.settled(this.usb.control(control_lines(true)));
    this.line.open();
    this.following = false;
    this.open();
    const before = this.heard.length;
    if (wait) this.machine.run_until_met(() => this.heard.slice(before).some(([name]) => name === 'chip'), 2e6, 'a board that is followed');
    return this;
  }
  /// Lowers the terminal-ready line.
  async leave() {
    this.close();
    this.line.close();
    if (this.is_serial) await this.usb.settled(this.usb.control(control_lines(false)));
  }
}

/// Every square changes `times` times, no faster than hands. Returns the expected events, [kind, square].
export function shake(board, times, pause_us = 75_000) {
  const expected = [];
  for (let time = 0; time < times; ++time) {
    const squares = [...Array(64).keys()].filter(square => !board.matrix.occupied[square]);
    const lifted = [...Array(64).keys()].filter(square => board.matrix.occupied[square]);
    board.matrix.set_all(squares);
    board.machine.run_for(pause_us);
    expected.push(...lifted.map(square => ['lift', square]), ...squares.map(square => ['drop', square]));
  }
  return expected;
}

export { cdc, vendor };
