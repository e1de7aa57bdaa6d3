// Hands that lift, carry, slide, capture and put down pieces of a magnetic board, and the events this must cause.

import { base_mm, square_mm } from './magnetic_board.mjs';

const most_off_mm = (square_mm - base_mm) / 2;
/// No measurement of players is known.
const scatter_mm = 4;
const box_mm = 80; // a hand comes from above
/// A way as near to a square's middle may be felt there: a base within it, and a little.
const felt_beside_mm = most_off_mm + base_mm / 2 + 3;

const middle = square => [square % 8 * square_mm, Math.floor(square / 8) * square_mm];

export class MagnetHands {
  /// `anywhere` on its square, or scattered around its middle.
  constructor(world, random, { anywhere = false } = {}) {
    Object.assign(this, { world, random, anywhere });
    this.stands = new Map(); // by square
  }
  between(least, most) {
    return least + (most - least) * this.random();
  }
  one_of(list) {
    return list[Math.floor(this.random() * list.length)];
  }
  #off() {
    if (this.anywhere) return this.between(-most_off_mm, most_off_mm);
    const normal = Math.sqrt(-2 * Math.log(1 - this.random())) * Math.cos(2 * Math.PI * this.random());
    return Math.max(-most_off_mm, Math.min(most_off_mm, scatter_mm * normal));
  }
  somewhere_on(square) {
    const [file_mm, rank_mm] = middle(square);
    return [file_mm + this.#off(), rank_mm + this.#off()];
  }
  #mm_per_us() {
    return this.between(0.2, 0.5) / 1000;
  }

  /// Out of the air, exactly there, at once: before a board looks.
  set_up(square, colour, [file_mm, rank_mm] = middle(square)) {
    this.stands.set(square, this.world.add(colour, [0, file_mm, rank_mm, 0]));
  }
  clear() {
    for (const piece of this.stands.values()) this.world.remove(piece);
    this.stands.clear();
  }

  // --- each begins then, and returns when it ends
  put_down(square, colour, at_us) {
    const place = this.somewhere_on(square);
    const piece = this.world.add(colour, [at_us, ...place, box_mm]);
    const end_us = at_us + box_mm / this.#mm_per_us();
    this.world.move(piece, [[at_us, ...place, box_mm], [end_us, ...place, 0]]);
    this.stands.set(square, piece);
    return end_us;
  }
  take_off(square, at_us) {
    const piece = this.stands.get(square);
    const [file_mm, rank_mm] = this.world.place(piece, at_us);
    const up_us = at_us + box_mm / this.#mm_per_us(), end_us = up_us + 50_000;
    this.world.move(piece, [[at_us, file_mm, rank_mm, 0], [up_us, file_mm, rank_mm, box_mm], [end_us, -1000, rank_mm, box_mm]]);
    this.stands.delete(square);
    return end_us;
  }
  /// Lifted as high, and let down. 0: slid.
  carry(from, to, up_mm, at_us) {
    const piece = this.stands.get(from);
    const start = this.world.place(piece, at_us).slice(0, 2), end = this.somewhere_on(to);
    const far_mm = Math.hypot(end[0] - start[0], end[1] - start[1]);
    const rise_us = up_mm / this.#mm_per_us(), fall_us = up_mm / this.#mm_per_us();
    const across_us = far_mm / (up_mm === 0 ? this.between(0.1, 0.4) / 1000 : this.#mm_per_us());
    const lets_down_us = at_us + rise_us + across_us, end_us = lets_down_us + fall_us;
    const way = [[at_us, ...start, 0], [at_us + rise_us, ...start, up_mm], [lets_down_us, ...end, up_mm], [end_us, ...end, 0]];
    this.world.move(piece, way);
    this.stands.delete(from);
    this.stands.set(to, piece);
    return end_us;
  }

  // --- moves: { end_us, lifts, drops: [square, colour]; may_feel: squares that may be felt on the way, by colour }
  move(kind, at_us) {
    return kind === 'capture' ? this.#capture(at_us) : this.#walk(kind, at_us);
  }
  #walk(kind, at_us) {
    const free = (from, to) => kind === 'high' || this.#is_free(from, to);
    const [from, to] = this.#from_to((from, to) => !this.stands.has(to) && free(from, to));
    const { colour } = this.stands.get(from);
    const up_mm = kind === 'slide' ? 0 : kind === 'low' ? this.between(15, 30) : this.between(45, 80);
    const start = this.world.place(this.stands.get(from), at_us).slice(0, 2);
    const end_us = this.carry(from, to, up_mm, at_us);
    const end = this.world.place(this.stands.get(to), end_us).slice(0, 2);
    const may_feel = kind === 'high' ? [] : squares_beside(start, end).filter(square => !this.stands.has(square) && square !== from);
    return { kind, end_us, lifts: [[from, colour]], drops: [[to, colour]], may_feel, colour };
  }
  #capture(at_us) {
    const [from, to] = this.#from_to((from, to) => this.stands.has(to) && this.stands.get(to).colour !== this.stands.get(from).colour);
    const { colour } = this.stands.get(from), taken = this.stands.get(to);
    const gone_us = this.take_off(to, at_us);
    const end_us = this.carry(from, to, this.between(45, 80), gone_us);
    return { kind: 'capture', end_us, lifts: [[to, taken.colour], [from, colour]], drops: [[to, colour]], may_feel: [], colour };
  }
  #from_to(suits) {
    for (let tries = 0; tries < 2000; ++tries) {
      const from = this.one_of([...this.stands.keys()]), to = Math.floor(this.random() * 64);
      if (to !== from && suits(from, to)) return [from, to];
    }
    throw new Error('no piece can go anywhere');
  }
  /// Pieces are in nobody's way.
  #is_free(from, to) {
    const is_aside = square => distance_mm(middle(square), middle(from), middle(to)) > 0.9 * square_mm;
    return [...this.stands.keys()].every(square => square === from || is_aside(square));
  }
}

/// Of a point from a line between two.
function distance_mm([file, rank], from, to) {
  const way = [to[0] - from[0], to[1] - from[1]], length = way[0] ** 2 + way[1] ** 2;
  const share = length === 0 ? 0 : ((file - from[0]) * way[0] + (rank - from[1]) * way[1]) / length;
  const at = Math.max(0, Math.min(1, share));
  return Math.hypot(file - from[0] - at * way[0], rank - from[1] - at * way[1]);
}
const squares_beside = (from, to) => [...Array(64).keys()].filter(square => distance_mm(middle(square), from, to) < felt_beside_mm);
