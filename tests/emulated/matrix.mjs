// The matrix of 64 contacts at the board's pins, solved exactly: which line is high or low, and why.
//
// A line is driven by a short, by its pin, or through closed contacts by other lines; else its pull decides, after its
// capacitance has lost its charge. A short is stronger than a pin. With diodes current goes from a rank to a file only.

import { GPIOPinState } from 'rp2040js';

const { High, Low, InputPullUp, InputPullDown } = GPIOPinState;
const decay_us = 10; // of a line that only a pull-down discharges

export class Matrix {
  constructor({ diodes = true, first_rank_pin = 2, first_file_pin = 10 } = {}) {
    this.diodes = diodes;
    this.pins = Array.from({ length: 16 }, (_, line) => line < 8 ? first_rank_pin + line : first_file_pin + line - 8);
    this.occupied = new Uint8Array(64);
    this.shorts = new Map();  // line → 'high' or 'low', to the supply or to ground
    this.bridges = [];        // pairs of lines
    this.dead_diodes = new Set(); // squares where current goes both ways
    this.fights = 0;          // two drivers against each other, through contacts
  }

  connect(machine) {
    this.machine = machine;
    this.gpio = this.pins.map(pin => machine.chip.gpio[pin]);
    this.driving = this.gpio.map(gpio => gpio.value);
    this.level = new Uint8Array(16); // as the pins see it
    this.charged = 0;                // lines that were high by a driver when last solved
    this.decays = this.pins.map((_, line) => machine.chip.clock.createAlarm(() => this.#set(line, 0)));
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
  /// Of a square, by a short circuit in it.
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

  #set(line, level) {
    if (this.level[line] === level) return;
    this.level[line] = level;
    this.gpio[line].setInputValue(level === 1);
  }

  solve() {
    const solution = this.#solution();
    this.fights += solution.fights;
    for (let line = 0; line < 16; ++line) this.#settle(line, (solution.high >> line) & 1, (solution.low >> line) & 1);
    this.charged = solution.high;
  }
  /// A scan drives the lines in the same few ways again and again.
  #solution() {
    let key = 0;
    for (const value of this.driving) key = key * 8 + value;
    let solution = this.#solutions.get(key);
    if (!solution) this.#solutions.set(key, (solution = this.#solve()));
    return solution;
  }
  /// Sets of lines, a bit for each.
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
  /// Of each line those to which it gives its level: high, or else low.
  #neighbours(high) {
    const neighbours = new Uint16Array(16);
    for (const [a, b] of this.bridges) {
      neighbours[a] |= 1 << b;
      neighbours[b] |= 1 << a;
    }
    this.occupied.forEach((occupied, square) => {
      if (!occupied) return;
      const rank = square >> 3, file = 8 + (square & 7);
      const both_ways = !this.diodes || this.dead_diodes.has(square);
      if (high || both_ways) neighbours[rank] |= 1 << file;
      if (!high || both_ways) neighbours[file] |= 1 << rank;
    });
    return neighbours;
  }
  #settle(line, high, low) {
    if (high || low || this.driving[line] === InputPullUp) {
      this.decays[line].cancel();
      this.#set(line, low ? 0 : 1);
    } else if ((this.charged >> line) & 1 && this.driving[line] === InputPullDown) {
      this.decays[line].schedule(decay_us * 1000);
    } else if (!this.decays[line].scheduled) {
      this.#set(line, 0);
    }
  }

  #solutions = new Map(); // of how the lines are driven
}

/// The lines that those of `from` reach, but for `blocked`, and how often they ran against those.
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
