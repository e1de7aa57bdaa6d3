// A board in millimetres: pieces with magnets over Hall sensors or reeds, as they come out of a workshop.
//
//   const world = new MagneticBoard({ built: deep, seed });
//   const piece = world.add('white', [at_us, file_mm, rank_mm, up_mm]);      from the middle of a1
//   world.move(piece, [[at_us, file_mm, rank_mm, up_mm], …]);                in straight lines from one to the next
//   world.kelvin = at_us => …;                                               from the day of the calibration
//   new Sensors({ level_of: (square, at_us) => world.level(square, at_us) })
//
// No distribution is measured: what data sheets limit is drawn evenly between its limits, which is harsher than
// what is sold.

import { change } from './hands.mjs';
import { disc, FieldTable, magnet_per_kelvin } from './magnets.mjs';
import { random_numbers } from './random.mjs';

export const square_mm = 55, base_mm = 28;
const square_count = 64;

/// DRV5055 at 3.3 V (SBAS640); a step is a 4,096th of it. Noise is rms, of sensor and converter.
const a1 = { steps_per_mt: 74.5, noise: 2.3 }, a2 = { steps_per_mt: 37.2, noise: 1.4 }, a3 = { steps_per_mt: 18.6, noise: 1.1 };
/// What 22 kΩ to ground leave of an output: behind a multiplexer of 100 ohm; and behind four times 10 kΩ side by side.
const through = ohm => 22_000 / (22_000 + ohm);

/// The boards of firmware/README.md, and one that was documented once.
export const deep = { magnet: disc(12, 3), gap_mm: 20, sensor: a1, places: [[0, 0]], ohm: 100, share: 0.14 };
export const thin = { magnet: disc(12, 3), gap_mm: 8, sensor: a2, places: [[7.5, 7.5], [7.5, -7.5], [-7.5, 7.5], [-7.5, -7.5]], ohm: 2_600, share: 0.37 };
export const shallow = { magnet: disc(10, 3), gap_mm: 5, sensor: a3, places: [[0, 0]], ohm: 100, share: 0.5 };
export const reeds = { magnet: disc(18, 3), blade_mm: 14, closes_at_mm: 17, least_gap_mm: 13 };
export const small_magnets = { ...reeds, magnet: disc(10, 3), fixed_gap_mm: 13 }; // and nobody adjusts

const tolerance = { place_mm: 1, gap_mm: 0.5, gain: 0.05, strength: 0.1, rest_steps: 74 };
/// Of a sensor's rest over 15 K: assumed; the data sheet has 41 over all temperatures.
export const drift_steps = 12;
const drift_kelvin = 15, gain_per_kelvin = 0.0012;

/// Linear to 0.2 V from the rails (SBAS640); beyond, as far as 16 mV from them: assumed.
const middle = 2048, linear_steps = 1800, most_steps = 2028;
function saturated(from_middle) {
  const beyond = Math.abs(from_middle) - linear_steps;
  if (beyond <= 0) return from_middle;
  const left = most_steps - linear_steps;
  return Math.sign(from_middle) * (most_steps - left * Math.exp(-beyond / left));
}

/// 10 to 15 AT; what one is in mT is not known but the same for all of a kind. Released at 40 to 90 % of it.
const reed_kind = { least_at: 10, most_at: 15, least_mt: 0.1, most_mt: 0.2, least_release: 0.4, most_release: 0.9,
  adjusted_to_mm: 0.5, most_bounce_us: 500 };

export class MagneticBoard {
  constructor({ built, seed = 1, drift = drift_steps }) {
    this.built = built;
    this.random = random_numbers(seed);
    this.kelvin = () => 0;
    this.moving = new Set();
    this.now_us = -1;  // of the places below
    this.places = [];  // of what moves
    const lowest = built.fixed_gap_mm ?? built.gap_mm ?? built.least_gap_mm;
    this.table = table_of(built.magnet, lowest - 2, built.blade_mm ?? 0);
    const make = built.blade_mm ? this.#reed_maker() : () => this.#hall_square(drift);
    this.squares = Array.from({ length: square_count }, (_, square) => ({ ...make(), file_mm: square % 8 * square_mm,
      rank_mm: Math.floor(square / 8) * square_mm }));
    for (const square of this.squares) square.standing = square.feels.map(() => 0);
  }
  between(least, most) {
    return least + (most - least) * this.random();
  }
  either_way(most) {
    return this.between(-most, most);
  }

  // --- what lies under a square: `feels` are places from its middle and gaps
  #misplaced([file_mm, rank_mm], gap_mm, by_mm) {
    const off = () => this.either_way(tolerance.place_mm);
    return { file_mm: file_mm + off(), rank_mm: rank_mm + off(), gap_mm: gap_mm + this.either_way(by_mm) };
  }
  #hall_square(drift) {
    const { places, gap_mm, sensor } = this.built;
    return { feels: places.map(place => ({ ...this.#misplaced(place, gap_mm, tolerance.gap_mm),
      steps_per_mt: sensor.steps_per_mt * (1 + this.either_way(tolerance.gain)),
      rest: this.either_way(tolerance.rest_steps), drift_per_kelvin: this.either_way(drift) / drift_kelvin })) };
  }
  #reed_maker() {
    const mt_per_at = this.between(reed_kind.least_mt, reed_kind.most_mt);
    this.mt_per_at = mt_per_at;
    return () => {
      for (;;) {
        const operate_mt = mt_per_at * this.between(reed_kind.least_at, reed_kind.most_at);
        const release = this.between(reed_kind.least_release, reed_kind.most_release);
        const place = this.#misplaced([0, 0], 0, 0);
        const gap_mm = this.built.fixed_gap_mm ?? this.#adjusted_gap(place, operate_mt);
        if (gap_mm === undefined) continue; // another reed
        const adjusted = gap_mm + this.either_way(reed_kind.adjusted_to_mm);
        return { feels: [{ ...place, gap_mm: adjusted }], operate_mt, release_mt: release * operate_mt, closed: false };
      }
    };
  }
  /// Raised from 28 mm until it closes for a piece on each of four sides.
  #adjusted_gap({ file_mm, rank_mm }, operate_mt) {
    const { closes_at_mm: off, least_gap_mm } = this.built;
    const closes = gap_mm => [[off, 0], [-off, 0], [0, off], [0, -off]]
      .every(([file, rank]) => this.table.at(Math.hypot(file - file_mm, rank - rank_mm), gap_mm) >= operate_mt);
    for (let gap_mm = 28; gap_mm >= least_gap_mm; gap_mm -= 0.25) if (closes(gap_mm)) return gap_mm;
    return undefined;
  }

  // --- pieces
  add(colour, place) {
    const strength = (colour === 'white' ? 1 : -1) * (1 + this.either_way(tolerance.strength));
    const piece = { colour, strength, way: [place], felt: null };
    this.#stand(piece);
    return piece;
  }
  /// From where it is at its first point's time.
  move(piece, way) {
    this.#take_up(piece);
    piece.way = way;
    this.moving.add(piece);
    this.now_us = -1;
  }
  remove(piece) {
    this.#take_up(piece);
    this.moving.delete(piece);
    this.now_us = -1;
  }
  place(piece, at_us) {
    const { way } = piece;
    const next = way.findIndex(([when_us]) => when_us > at_us);
    if (next === -1) return way.at(-1).slice(1);
    if (next === 0) return way[0].slice(1);
    const from = way[next - 1], to = way[next];
    const share = (at_us - from[0]) / (to[0] - from[0]);
    return [1, 2, 3].map(axis => from[axis] + share * (to[axis] - from[axis]));
  }
  #field(square, sensor, strength, [file_mm, rank_mm, up_mm]) {
    const off = Math.hypot(file_mm - square.file_mm - sensor.file_mm, rank_mm - square.rank_mm - sensor.rank_mm);
    return strength * this.table.at(off, sensor.gap_mm + up_mm);
  }
  #stand(piece) {
    const place = piece.way.at(-1).slice(1);
    piece.felt = this.squares.map(square => square.feels.map((sensor, at) => {
      const mt = this.#field(square, sensor, piece.strength, place);
      square.standing[at] += mt;
      return mt;
    }));
  }
  #take_up(piece) {
    piece.felt?.forEach((of_square, square) => of_square.forEach((mt, at) => (this.squares[square].standing[at] -= mt)));
    piece.felt = null;
  }
  /// Pieces that have arrived stand. Time only goes on.
  #advance(at_us) {
    if (at_us === this.now_us) return;
    this.now_us = at_us;
    for (const piece of this.moving) {
      if (piece.way.at(-1)[0] > at_us) continue;
      this.moving.delete(piece);
      this.#stand(piece);
    }
    this.places = [...this.moving].map(piece => [piece.strength, this.place(piece, at_us)]);
  }
  #mt(square, at, at_us) {
    let mt = square.standing[at];
    if (this.moving.size > 0) for (const [strength, place] of this.places) mt += this.#field(square, square.feels[at], strength, place);
    return mt * (1 + magnet_per_kelvin * this.kelvin(at_us));
  }

  // --- what a board reads
  /// In converter steps, without noise.
  level(number, at_us) {
    this.#advance(at_us);
    const square = this.squares[number], kelvin = this.kelvin(at_us);
    let sum = 0;
    square.feels.forEach(({ steps_per_mt, rest, drift_per_kelvin }, at) => {
      const gained = steps_per_mt * (1 + gain_per_kelvin * kelvin) * this.#mt(square, at, at_us);
      sum += middle + saturated(rest + drift_per_kelvin * kelvin + gained);
    });
    return sum / square.feels.length * through(this.built.ohm);
  }
  /// Whether each reed is closed; they remember.
  reeds(at_us) {
    this.#advance(at_us);
    return this.squares.map(square => {
      const mt = Math.abs(this.#mt(square, 0, at_us));
      square.closed = mt >= (square.closed ? square.release_mt : square.operate_mt);
      return square.closed;
    });
  }
}

const tables = new Map();
function table_of(magnet, least_mm, blade_mm) {
  const key = JSON.stringify([magnet, least_mm, blade_mm]);
  if (!tables.has(key)) tables.set(key, new FieldTable(magnet, { least_mm, blade_mm }));
  return tables.get(key);
}

/// The options of a pico-hall's sensors over this world.
export const sensors_over = (world, more) => ({ level_of: (square, at_us) => world.level(square, at_us),
  noise: world.built.sensor.noise, uneven: true, ripple_steps: 0.5, wires: { pf: 100, ohm: world.built.ohm }, ...more });

/// Reeds open and close a matrix's contacts, and bounce, from now on.
export function close_contacts(world, { machine, matrix }, { bounces = true } = {}) {
  const look_us = 500; // no reed moves sooner again
  const random = random_numbers(Math.floor(world.random() * 1e9));
  const shown = Array.from(matrix.occupied, Boolean);
  const look = () => {
    world.reeds(machine.now_us).forEach((closed, square) => {
      if (closed === shown[square]) return;
      shown[square] = closed;
      const bounce_us = bounces ? random() * reed_kind.most_bounce_us : 0;
      change(machine, on => matrix.set(square, on), closed, machine.now_us, { random, bounce_us });
    });
    machine.after(look_us, look);
  };
  look();
}
