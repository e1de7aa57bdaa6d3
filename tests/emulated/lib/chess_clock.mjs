// The times of a chess clock with two sides: no lever, no display, no wires. In its own microseconds, which pass `rate`
// times as fast as the true ones.
//
//   const times = new ChessClock(control);
//   times.run('left'); times.advance(us); times.complete('left'); times.run('right');

/// Periods follow one another for each side alone: the next begins when the time of the last is used up, or, where
/// it names `moves`, when so many are completed. `kind` says what `bonus_s` is: 'fischer' (added after each move, and at the
/// start for the first one), 'delay' (waited for in each move), 'bronstein' (given back as far as it was used).
export const controls = {
  blitz: [{ base_s: 180, bonus_s: 2, kind: 'fischer' }],
  rapid: [{ base_s: 900, bonus_s: 10, kind: 'fischer' }],
  classical: [{ base_s: 5400, bonus_s: 30, kind: 'fischer', moves: 40 }, { base_s: 1800, bonus_s: 30, kind: 'fischer' }],
  sudden: [{ base_s: 300 }],
  delayed: [{ base_s: 300, bonus_s: 5, kind: 'delay' }],
};
export const other = side => (side === 'left' ? 'right' : 'left');

export class ChessClock {
  /// `at_flag`: 'freeze' stops both sides when a flag falls; 'go on' lets the other's run.
  constructor(periods, { rate = 1, at_flag = 'freeze' } = {}) {
    Object.assign(this, { periods, rate, at_flag });
    this.running = null;
    this.sides = { left: this.#fresh(), right: this.#fresh() };
  }
  #fresh() {
    const { base_s, bonus_s = 0, kind } = this.periods[0];
    return { left_us: (base_s + (kind === 'fischer' ? bonus_s : 0)) * 1e6, period: 0, moves: 0, used_us: 0, flag: false };
  }
  #period(side) { return this.periods[this.sides[side].period]; }
  #bonus_us(side, kind) {
    const period = this.#period(side);
    return period.kind === kind ? (period.bonus_s ?? 0) * 1e6 : 0;
  }
  get fallen() { return this.sides.left.flag || this.sides.right.flag; }
  left_us(side) { return this.sides[side].left_us; }

  set(side, left_us) {
    this.sides[side].left_us = left_us;
    this.sides[side].flag = false;
  }
  run(side) {
    this.running = side !== null && (this.sides[side].flag || (this.at_flag === 'freeze' && this.fallen)) ? null : side;
  }
  /// Of the delay that the running move still has.
  delay_left_us(side) {
    return Math.max(0, this.#bonus_us(side, 'delay') - this.sides[side].used_us);
  }
  advance(true_us) {
    if (this.running === null) return;
    const side = this.sides[this.running], us = true_us * this.rate;
    side.left_us -= Math.max(0, us - this.delay_left_us(this.running));
    side.used_us += us;
    while (side.left_us <= 0 && this.#next_period(side));
    if (side.left_us > 0) return;
    side.left_us = 0;
    side.flag = true;
    this.running = null;
  }
  #next_period(side) {
    if (side.period + 1 >= this.periods.length) return false;
    ++side.period;
    side.left_us += this.periods[side.period].base_s * 1e6;
    return true;
  }
  /// This side's move is completed.
  complete(name) {
    const side = this.sides[name];
    if (side.flag) return;
    side.left_us += this.#bonus_us(name, 'fischer') + Math.min(this.#bonus_us(name, 'bronstein'), side.used_us);
    side.used_us = 0;
    ++side.moves;
    const named = this.periods.slice(0, side.period + 1).reduce((sum, { moves }) => sum + (moves ?? Infinity), 0);
    if (side.moves >= named) this.#next_period(side);
  }
}
