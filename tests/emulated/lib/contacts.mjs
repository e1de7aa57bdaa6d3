// Lever and buttons, grounded when closed, in the wire's order: press, adjust, call; White's first.

import { wiring_of_board } from './netlist.mjs';

export class Contacts {
  constructor(board = 'pico-matrix') {
    this.pins = wiring_of_board(board).contacts;
    this.closed = this.pins.map(() => false);
  }
  connect(machine) {
    this.machine = machine;
    this.closed.forEach((closed, contact) => this.set(contact, closed));
  }
  set(contact, closed) {
    this.closed[contact] = closed;
    this.machine?.chip.gpio[this.pins[contact]].setInputValue(!closed);
  }
}
