// The matrix of 64 contacts at the board's pins, solved exactly: which line is high or low, and why.
//
// A line is driven by its pin, by a short, or through closed contacts by other lines; else its pull decides, after its
// capacitance has lost its charge. With diodes current goes from a rank to a file only.

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
    this.fights = 0;          // two drivers against each other, through contacts
    this.reads_of = new Uint32Array(64);
  }

  connect(machine) {
    this.machine = machine;
    this.gpio = this.pins.map(pin => machine.chip.gpio[pin]);
    this.level = new Uint8Array(16);   // as the pins see it
    this.charged = new Uint8Array(16); // was high by a driver when last solved
    this.decays = this.pins.map((_, line) => machine.chip.clock.createAlarm(() => this.#set(line, 0)));
    for (const gpio of this.gpio) gpio.addListener(() => this.solve());
    this.solve();
  }

  // --- squares: a1 = 0, b1 = 1, … h8 = 63
  set(square, occupied) {
    if (this.occupied[square] === Number(occupied)) return;
    this.occupied[square] = Number(occupied);
    if (this.gpio) this.solve();
  }
  set_all(squares) {
    this.occupied.fill(0);
    for (const square of squares) this.occupied[square] = 1;
    if (this.gpio) this.solve();
  }

  // --- faults, by line: ranks are 0-7, files 8-15
  short(line, to) {
    if (to) this.shorts.set(line, to);
    else this.shorts.delete(line);
    if (this.gpio) this.solve();
  }
  bridge(a, b) {
    this.bridges.push([a, b]);
    if (this.gpio) this.solve();
  }

  #set(line, level) {
    if (this.level[line] === level) return;
    this.level[line] = level;
    this.gpio[line].setInputValue(level === 1);
  }
  #spread(from, blocked, neighbours) {
    const reached = new Set(from);
    const open = [...from];
    while (open.length > 0) {
      for (const line of neighbours(open.pop())) {
        if (reached.has(line)) continue;
        if (blocked.has(line)) {
          ++this.fights;
          continue;
        }
        reached.add(line);
        open.push(line);
      }
    }
    return reached;
  }
  *#bridged(line) {
    for (const [a, b] of this.bridges) {
      if (a === line) yield b;
      if (b === line) yield a;
    }
  }
  *#files_of(rank) {
    for (let file = 0; file < 8; ++file) if (this.occupied[8 * rank + file]) yield 8 + file;
  }
  *#ranks_of(file) {
    for (let rank = 0; rank < 8; ++rank) if (this.occupied[8 * rank + file]) yield rank;
  }

  solve() {
    const driven = (level, short) => new Set(this.gpio.flatMap((gpio, line) =>
      this.shorts.get(line) === short || (gpio.value === level && !this.shorts.has(line)) ? [line] : []));
    const highs = driven(High, 'high'), lows = driven(Low, 'low');
    const { diodes } = this;
    const self = this;
    const up = function* (line) {
      yield* self.#bridged(line);
      if (line < 8) yield* self.#files_of(line);
      else if (!diodes) yield* self.#ranks_of(line - 8);
    };
    const down = function* (line) {
      yield* self.#bridged(line);
      if (line >= 8) yield* self.#ranks_of(line - 8);
      else if (!diodes) yield* self.#files_of(line);
    };
    const high = this.#spread(highs, lows, up);
    const low = this.#spread(lows, highs, down);
    for (let line = 0; line < 16; ++line) this.#settle(line, high.has(line), low.has(line));
  }
  #settle(line, high, low) {
    const pulled_up = this.gpio[line].value === InputPullUp;
    const was_charged = this.charged[line];
    this.charged[line] = Number(high);
    if (high || low || pulled_up) {
      this.decays[line].cancel();
      this.#set(line, low ? 0 : 1);
    } else if (was_charged && this.gpio[line].value === InputPullDown) {
      this.decays[line].schedule(decay_us * 1000);
    } else if (!this.decays[line].scheduled) {
      this.#set(line, 0);
    }
  }
}
