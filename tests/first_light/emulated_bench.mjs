// A bench for the steps of tools/first-light: the unchanged image on an emulated chip, its USB cable, and hands that do what
// they are asked. Everything takes the emulated world's time, so that it repeats exactly.

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { change } from '../emulated/lib/hands.mjs';
import { jack_of } from '../emulated/lib/clock_jack.mjs';
import { Contacts } from '../emulated/lib/contacts.mjs';
import { Machine, random_numbers, read_image } from '../emulated/lib/machine.mjs';
import { Matrix } from '../emulated/lib/matrix.mjs';
import { Sensors } from '../emulated/lib/sensors.mjs';
import { cdc, control_lines } from '../emulated/lib/usb_board.mjs';
import { UsbHost } from '../emulated/lib/usb_host.mjs';
import { UsbLine } from '../emulated/lib/usb_line.mjs';
import { Bench, run_steps, trial } from '../../tools/first_light/bench.mjs';
import { Link } from '../../tools/first_light/link.mjs';
import { Report } from '../../tools/first_light/report.mjs';
import { steps } from '../../tools/first_light/steps/all.mjs';
import { square_of } from '../../tools/first_light/steps/squares.mjs';

/// `rate`: of the host's clock against the world's, which is the board's.
class EmulatedClock {
  constructor(machine, rate) {
    Object.assign(this, { machine, rate });
  }
  now_us() {
    return this.machine.now_us * this.rate;
  }
  async sleep(us) {
    this.machine.run_for(us / this.rate);
  }
  async until(met, limit_us) {
    const end_us = this.machine.now_us + limit_us;
    while (!met()) {
      if (this.machine.now_us >= end_us) return false;
      this.machine.run_for(100);
    }
    return true;
  }
}

/// The board's serial port, as line.mjs opens one; enumerates the board first where that is needed.
class Socket {
  #line; // of this enumeration: its reads outlast a closing of the port
  constructor(usb) {
    this.usb = usb;
    usb.on_gone = () => {
      this.#line = undefined;
      if (this.open_now) this.open_now.ended = true;
    };
  }
  async open() {
    const { usb } = this;
    try {
      if (!this.#line) {
        await usb.settled(usb.attach());
        await usb.settled(usb.enumerate());
        this.#line = new UsbLine(usb, cdc);
      }
      await usb.settled(usb.control(control_lines(true)));
    } catch {
      return undefined;
    }
    const line = this.#line;
    line.open();
    return this.open_now = {
      ended: false,
      set on_bytes(take) { line.on_bytes = take; },
      send: bytes => line.send([...bytes]),
      close() {
        this.ended = true;
        line.on_bytes = () => {};
        line.close();
        usb.control(control_lines(false)).catch(() => {});
      },
    };
  }
}

/// What a hand does at each question: [pattern, act(world, match)], where act may return what is measured.
class Hand {
  constructor(world, acts) {
    Object.assign(this, { world, acts, asked: [] });
  }
  tell() {}
  async ask(text) {
    this.asked.push(text);
    for (const [pattern, act] of this.acts) {
      const match = text.match(pattern);
      if (match) return act(this.world, match);
    }
    throw new Error(`no hand knows what to do at: ${text}`);
  }
  number(text) {
    return this.ask(text);
  }
  close() {}
}

const is_start = square => square < 16 || square >= 48;
const strength = 600;

/// `model`: 'matrix' or 'hall'. `rate`: see EmulatedClock. `sensors`: for a hall.
export function make_bench({ model, rate = 1, acts = [], sensors, effort = {} }) {
  const machine = new Machine(read_image(`pico-${model}`));
  const world = { machine };
  if (model === 'hall') world.sensors = machine.plug(sensors ?? new Sensors());
  else world.matrix = machine.plug(new Matrix());
  world.contacts = machine.plug(new Contacts(`pico-${model}`));
  jack_of(machine, model === 'hall' ? 14 : 26);
  world.usb = machine.plug(new UsbHost());
  for (let square = 0; square < 64; ++square)
    if (!sensors && is_start(square)) world.sensors?.move(square, square < 16 ? strength : -strength);
  world.matrix?.set_all([...Array(64).keys()].filter(is_start));
  machine.power_on();
  const socket = new Socket(world.usb), clock = new EmulatedClock(machine, rate);
  const link = new Link(() => socket.open(), clock);
  const report = new Report(mkdtempSync(join(tmpdir(), 'adoube-first-light-')), model);
  const adapter = { adds_us: 0, press: () => press(world, clock) };
  const bench = new Bench({ link, clock, person: new Hand(world, acts), report, effort: { ...trial, ...effort }, adapter,
    options: { image: 'pico.uf2' } });
  return Object.assign(world, { bench, report });
}

/// White's "j'adoube" button, for 30 ms.
export function press({ machine, contacts }, clock) {
  contacts.set(2, true);
  machine.after(30_000, () => contacts.set(2, false));
  return clock?.now_us();
}

/// { step: verdict } of those that were run.
export async function verdicts(world, ...wanted) {
  await run_steps(world.bench, steps, { wanted });
  world.bench.link.close();
  rmSync(join(world.report.path, '..'), { recursive: true, force: true });
  return Object.fromEntries(Object.entries(world.report.data.steps).map(([name, { verdict }]) => [name, verdict]));
}
export const all = (verdict, names) => Object.fromEntries(names.map(name => [name, verdict]));
/// With what the steps said that ended otherwise.
export function expect(world, found, expected) {
  const wrong = Object.entries(world.report.data.steps).filter(([name]) => found[name] !== expected[name]);
  assert.deepEqual(found, expected, JSON.stringify(Object.fromEntries(wrong), null, 1));
}

// --- hands
const unplugged_for_us = 1e6;
export function power_cycle({ machine, usb }) {
  usb.detach();
  machine.run_for(unplugged_for_us);
  machine.power_on();
}
/// Pieces on e4, with contacts that bounce for `bounce_us`.
export const touches = bounce_us => [/set a piece on e4 and lift it,.* (\d+) times/, ({ machine, matrix, sensors }, [, times]) => {
  const random = random_numbers(11), square = square_of('e4');
  const set = stands => (matrix ? matrix.set(square, stands) : sensors.move(square, stands ? 600 : 0));
  for (let half = 0; half < 2 * times; ++half)
    change(machine, set, half % 2 === 0, machine.now_us + 100_000 + 250_000 * half + 900 * random(),
      { random, bounce_us: bounce_us * random() });
}];

/// An input without a sensor is pulled to ground by its resistor, at once.
export function grounded(sensors, square) {
  sensors.faults.set(square, 'open');
}
