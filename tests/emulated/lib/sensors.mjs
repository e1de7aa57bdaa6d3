// The analog side of a pico-hall: 64 magnets over linear Hall sensors, four 16-way multiplexers with one
// address, two converter inputs. Levels are in converter steps, 4,096 for the supply.
//
// An input settles like a capacitor, from its value at the switch: an early conversion reads the sensor
// before. A resistor grounds unconnected inputs and the output of a missing sensor.
//
// A world of magnets (magnetic_board.mjs) gives its levels by `level_of`; otherwise each sensor has a zero and a field.

import { random_numbers } from './machine.mjs';
import { wiring_of_board } from './netlist.mjs';

export const square_count = 64;
const first_input = 26; // of the converter
/// Regulator, the sensors' capacitors and the sensors themselves (DRV5055: 330 µs).
const power_on_us = 6_000;
const rail = 4095;
/// Assumed: some 100 kHz, and never in step with the reads.
const ripple_us = 9.7;
const pull_down_ohm = 22_000;

/// A multiplexer and what is before it, with the wire behind it: about 100 ohm of a CD74HC4067 at 3.3 V, of which
/// its data sheet does not speak (70 at 4.5 V), and of a sensor less.
const settling_of_wire = ({ pf, ohm = 100 }, square) => ohm * (Array.isArray(pf) ? pf[square] : pf) / 1e6;

const even_code = level => Math.min(rail, Math.max(0, Math.round(level)));

/// Erratum RP2040-E11: the codes before 512, 1536, 2560 and 3584 are 8.9 steps too wide (measured at
/// pico-adc.markomo.me); five other chips had 8 to 10 (github.com/kitanokitsune/rp2040adc_correction). All others
/// are a little narrower, so that the ends stay.
const wide_codes = [511, 1535, 2559, 3583], too_wide = 8.9;
const narrow = (rail + 1 - wide_codes.length * (1 + too_wide)) / (rail + 1 - wide_codes.length);
export function uneven_code(level) {
  let code = (level + 0.5) / narrow;
  for (const wide of wide_codes) {
    if (code < wide) break;
    code = Math.max(Math.min(code, wide), code - (1 + too_wide - narrow) / narrow);
  }
  return Math.min(rail, Math.max(0, Math.floor(code)));
}

export class Sensors {
  /// `wires` has the capacitance of each square's wire or of all; without it every sensor takes `settling_us`.
  /// `uneven`: the converter has erratum RP2040-E11. `ripple_steps`: what the supply leaves on a level.
  constructor({ seed = 1, noise = 3, settling_us = 1.2, open_settling_us = 2.2, wires, uneven = false, ripple_steps = 0, level_of,
    wiring = wiring_of_board('pico-hall') } = {}) {
    Object.assign(this, { noise, open_settling_us, uneven, ripple_steps, wiring });
    this.settling_us = Array.from({ length: square_count }, (_, square) => (wires ? settling_of_wire(wires, square) : settling_us));
    if (wires) this.open_settling_us = settling_of_wire({ ...wires, ohm: pull_down_ohm }, 0);
    this.multiplexers = multiplexers_of(wiring);
    this.random = random_numbers(seed);
    this.zero = Array.from({ length: square_count }, () => 2048 + Math.round(120 * (this.random() - 0.5)));
    this.drift = () => 0;                                     // of every zero, by time in µs
    this.level_of = level_of ?? ((square, at_us) => this.zero[square] + this.drift(at_us) + this.field(square, at_us));
    this.fields = Array.from({ length: square_count }, () => ({ from: 0, to: 0, begun_us: 0, takes_us: 0 }));
    this.power = { on: false, since_us: 0 };
    this.faults = new Map();                                  // square → 'open' or 'supply'
    this.missing = new Set();                                 // multiplexers
    this.switched_while_converting = 0;
    this.conversions = 0;
  }
  connect(machine) {
    this.machine = machine;
    const { chip } = machine;
    this.inputs = [0, 1].map(() => ({ started_at: 0, since_us: 0, connected: [] }));
    this.power = { on: false, since_us: 0 };
    chip.gpio[this.wiring.power].addListener(() => this.#switch_power());
    for (const pin of [...this.wiring.address, ...this.wiring.enables]) chip.gpio[pin].addListener(() => this.#switched());
    chip.adc.onADCRead = channel => this.#convert(channel);
    chip.adc.channelValues[3] = Math.round(5 / 3 / 3.3 * 4096); // VSYS / 3
  }

  get chip() { return this.machine.chip; }
  get now_us() { return this.machine?.now_us ?? 0; }
  #noise() { // nearly normal
    let sum = -3;
    for (let at = 0; at < 6; ++at) sum += this.random();
    return this.noise * Math.SQRT2 * sum;
  }

  /// The field over this square goes to `level` steps (White's above zero) within `takes_us`.
  move(square, level, takes_us = 0) {
    this.fields[square] = { from: this.field(square), to: level, begun_us: this.now_us, takes_us };
  }
  field(square, at_us = this.now_us) {
    const { from, to, begun_us, takes_us } = this.fields[square];
    return at_us >= begun_us + takes_us ? to : from + (to - from) * (at_us - begun_us) / takes_us;
  }

  get powered() { return this.chip.gpio[this.wiring.power].value === 1; }
  #switch_power() {
    if (this.power.on !== this.powered) this.power = { on: this.powered, since_us: this.now_us };
  }
  /// How much of the supply is there. The converter measures against it: half of it gives levels that mean nothing.
  get #supply() {
    const { on, since_us } = this.power;
    return on ? Math.min(1, (this.now_us - since_us) / power_on_us) : 0;
  }

  get #ripple() {
    return this.ripple_steps && this.ripple_steps * Math.sin(2 * Math.PI * this.now_us / ripple_us);
  }

  /// Squares now connected to this input.
  #connected(input) {
    const is_high = pin => this.chip.gpio[pin].value === 1;
    const high = this.wiring.address.reduce((set, pin) => (is_high(pin) ? set | 1 << pin : set), 0);
    return this.multiplexers
      .filter((multiplexer, number) => multiplexer.input === input && !is_high(multiplexer.enable) && !this.missing.has(number))
      .map(({ squares }) => squares.get(high)).filter(square => square !== undefined);
  }
  #target(connected) {
    const whole = connected.filter(square => this.faults.get(square) !== 'open');
    if (whole.length === 0) return { level: 0, settling_us: this.open_settling_us };
    const supply = this.#supply;
    const levels = whole.map(square => this.faults.get(square) === 'supply' ? rail * supply
      : supply * this.level_of(square, this.now_us) + this.#noise());
    const settling_us = Math.max(...whole.map(square => this.settling_us[square]));
    return { level: levels.reduce((sum, level) => sum + level) / levels.length + this.#ripple, settling_us };
  }
  #level(input) {
    const { started_at, since_us, connected } = this.inputs[input];
    const { level, settling_us } = this.#target(connected);
    return level + (started_at - level) * Math.exp(-(this.now_us - since_us) / settling_us);
  }
  #switched() {
    for (const input of [0, 1]) {
      const connected = this.#connected(input);
      if (connected.join() === this.inputs[input].connected.join()) continue;
      this.inputs[input] = { started_at: this.#level(input), since_us: this.now_us, connected };
      if (this.chip.adc.busy && this.chip.adc.currentChannel === input) ++this.switched_while_converting;
    }
  }
  #convert(channel) {
    const { adc } = this.chip;
    ++this.conversions;
    adc.currentChannel = channel;
    if (channel < 2) adc.channelValues[channel] = this.uneven ? uneven_code(this.#level(channel)) : even_code(this.#level(channel));
    adc.sampleAlarm.schedule(adc.sampleTime * 1000);
  }
}

/// By enable: the converter input behind it, and its squares by the address pins that are high for them.
function multiplexers_of({ enables, squares }) {
  return enables.map(enable => {
    const own = squares.map((square, number) => ({ ...square, number })).filter(square => square.enable === enable);
    return { enable, input: own[0].input - first_input, squares: new Map(own.map(({ high, number }) => [high, number])) };
  });
}
