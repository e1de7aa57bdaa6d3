// Lever and buttons, grounded when closed, in the wire's order: press, adjust, call; White's first.

export class Contacts {
  constructor(pins = [18, 19, 20, 21, 22, 26]) {
    this.pins = pins;
    this.closed = pins.map(() => false);
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
