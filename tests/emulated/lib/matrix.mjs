// The matrix of 64 contacts, solved exactly: which line is high or low, and why.
//
// A short, a pin, or other lines through closed contacts drive a line; else its pull decides. Its capacitance
// takes time. Shorts beat pins. Which lines a square joins, and where its diode leads, is that of the netlist.

import { GPIOPinState } from 'rp2040js';
import { wiring_of_board } from './netlist.mjs';

const { High, Low, InputPullUp } = GPIOPinState;
const pull_us = 10;    // of an undriven line
const charge_us = 0.2; // of a driven line

export class Matrix {
  constructor({ diodes = true, wiring = wiring_of_board('pico-matrix') } = {}) {
    this.diodes = diodes;
    this.pins = [...wiring.ranks, ...wiring.files];
    this.squares = wiring.squares.map(({ rank, file, to_file }) => {
      const lines = [this.pins.indexOf(rank), this.pins.indexOf(file)];
      return to_file ? lines : lines.reverse();
    });
    this.occupied = new Uint8Array(64);
    this.shorts = new Map();  // line → 'high' (supply) or 'low' (ground)
    this.bridges = [];        // pairs of lines
    this.dead_diodes = new Set(); // conduct both ways
    this.fights = 0;          // drivers against each other through contacts
  }

  connect(machine) {
    this.machine = machine;
    this.gpio = this.pins.map(pin => machine.chip.gpio[pin]);
    this.driving = this.gpio.map(gpio => gpio.value);
    this.level = new Uint8Array(16); // at the pins
    this.takes_us = new Float64Array(16); // of a change under way
    this.changes = this.pins.map((_, line) => machine.chip.clock.createAlarm(() => this.#change(line)));
    this.gpio.forEach((gpio, line) => gpio.addListener(value => {
      this.driving[line] = value;
      this.solve();
    }));
    this.solve();
  }

  // --- squares: a1 = 0, b1 = 1, … h8 = 63
  set(square, occupied) {
    if (this.occupied[square] === Number(occupied)) return;
    this.occupied[square] = Number(occupied);
    this.#changed();
  }
  set_all(squares) {
    this.occupied.fill(0);
    for (const square of squares) this.occupied[square] = 1;
    this.#changed();
  }

  // --- faults, by line: ranks are 0-7, files 8-15
  short(line, to) {
    if (to) this.shorts.set(line, to);
    else this.shorts.delete(line);
    this.#changed();
  }
  bridge(a, b) {
    this.bridges.push([a, b]);
    this.#changed();
  }
  /// A short circuit.
  kill_diode(square) {
    this.dead_diodes.add(square);
    this.#changed();
  }
  repair() {
    this.shorts.clear();
    this.bridges = [];
    this.dead_diodes.clear();
    this.#changed();
  }

  #changed() {
    this.#solutions.clear();
    if (this.gpio) this.solve();
  }

  #change(line) {
    this.changes[line].scheduled = false; // rp2040js keeps it
    this.level[line] ^= 1;
    this.gpio[line].setInputValue(this.level[line] === 1);
  }

  solve() {
    const solution = this.#solution();
    this.fights += solution.fights;
    for (let line = 0; line < 16; ++line) this.#settle(line, (solution.high >> line) & 1, (solution.low >> line) & 1);
  }
  /// A scan repeats the same few drive patterns.
  #solution() {
    let key = 0;
    for (const value of this.driving) key = key * 8 + value;
    let solution = this.#solutions.get(key);
    if (!solution) this.#solutions.set(key, (solution = this.#solve()));
    return solution;
  }
  #solve() {
    const lines = is => this.driving.reduce((set, value, line) => (is(value, line) ? set | (1 << line) : set), 0);
    const up = this.#neighbours(true), down = this.#neighbours(false);
    const shorted_high = lines((_, line) => this.shorts.get(line) === 'high');
    const shorted_low = lines((_, line) => this.shorts.get(line) === 'low');
    const always_high = spread(shorted_high, shorted_low, up).reached, always_low = spread(shorted_low, shorted_high, down).reached;
    const highs = lines(value => value === High) & ~always_low, lows = lines(value => value === Low) & ~always_high;
    const high = spread(highs | always_high, lows | always_low, up), low = spread(lows | always_low, highs | always_high, down);
    return { high: high.reached, low: low.reached, fights: high.fights + low.fights };
  }
  /// Per line, those that get its high or low level from it.
  #neighbours(high) {
    const neighbours = new Uint16Array(16);
    for (const [a, b] of this.bridges) {
      neighbours[a] |= 1 << b;
      neighbours[b] |= 1 << a;
    }
    this.occupied.forEach((occupied, square) => {
      if (!occupied) return;
      const [from, to] = this.squares[square];
      const both_ways = !this.diodes || this.dead_diodes.has(square);
      if (high || both_ways) neighbours[from] |= 1 << to;
      if (!high || both_ways) neighbours[to] |= 1 << from;
    });
    return neighbours;
  }
  #settle(line, high, low) {
    const change = this.changes[line];
    const level = !low && (high || this.driving[line] === InputPullUp) ? 1 : 0;
    const takes_us = high || low ? charge_us : pull_us;
    if (level === this.level[line]) return change.cancel();
    if (change.scheduled && this.takes_us[line] === takes_us) return;
    this.takes_us[line] = takes_us;
    change.schedule(takes_us * 1000);
  }

  #solutions = new Map(); // by drive pattern
}

/// The lines reached from `from` around `blocked`, and the encounters with those.
function spread(from, blocked, neighbours) {
  let reached = from, open = from, fights = 0;
  while (open !== 0) {
    const line = 31 - Math.clz32(open);
    open &= ~(1 << line);
    const met = neighbours[line] & ~reached;
    for (let others = met & blocked; others !== 0; others &= others - 1) ++fights;
    reached |= met & ~blocked;
    open |= met & ~blocked;
  }
  return { reached, fights };
}
