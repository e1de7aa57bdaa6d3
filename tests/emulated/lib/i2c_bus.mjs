// The two wires of an I2C bus, bit by bit: masters, slaves, and what disturbs them. It knows no chip: i2c_controller.mjs
// plugs one in.
//
//   const bus = machine.plug(new I2cBus({ seed, noise: { bit_error: 1e-4 } }));
//   const end = bus.attach(new SlaveEnd(user));
//   bus.write(address, bytes, { done: ({ acked }) => … });
//
// Open drain: a bit is low if anyone pulls it low. So masters that begin together find out who goes on (I2C-bus
// specification, UM10204, 3.1.8), and a slave that saw a START where none was pulls at bits that are not for it.

import { random_numbers } from './random.mjs';

/// A slave's end: START, address, bytes, acknowledgements. Its user answers:
///   address(byte), take(byte)        whether it is acknowledged
///   next()                           a byte to be read, if it has one
///   started?(addressed), stopped?(), refused?() (the reader wants no more), byte_over?() (the ninth bit is over)
///   holds?()                         between bytes: whether it keeps SCL low
export class SlaveEnd {
  phase = 'idle'; // 'address', 'receive', 'send'; 'deaf' until the next START
  #count = 0;     // bits of this byte that are over
  #shift = 0;
  #acks = false;
  #reads = false;
  #spoken = null;

  constructor(user, { spike_ns = () => 50 } = {}) {
    this.user = user;
    this.spike_ns = spike_ns; // shorter ones are filtered out (UM10204, table 10: 50 ns)
  }
  get busy() { return this.phase !== 'idle' && this.phase !== 'deaf'; }
  get in_byte() { return this.#count > 0; }

  start() {
    const addressed = this.phase === 'receive' || this.phase === 'send';
    this.#begin('address');
    this.user.started?.(addressed);
  }
  stop() {
    this.#begin('idle');
    this.user.stopped?.();
  }
  /// Lets go of the bus until the next START.
  let_go() {
    this.#begin(this.phase === 'idle' ? 'idle' : 'deaf');
  }
  #begin(phase) {
    this.phase = phase;
    this.#count = this.#shift = 0;
    this.#acks = this.#reads = false;
    this.#spoken = null;
  }

  holds() {
    return this.busy && this.#count === 0 && this.#spoken === null && (this.user.holds?.() ?? false);
  }
  /// What it lets the line be in the next bit.
  level() {
    if (!this.busy) return 1;
    if (this.#count === 8) return this.#acks && this.phase !== 'send' ? 0 : 1;
    if (this.phase !== 'send') return 1;
    this.#spoken ??= this.user.next() ?? 0xff;
    return (this.#spoken >> (7 - this.#count)) & 1;
  }
  bit(line) {
    if (!this.busy) return;
    if (this.#count < 8) {
      this.#shift = (this.#shift << 1) | line;
      if (++this.#count === 8) this.#byte_in(this.#shift);
      return;
    }
    this.#ninth(line);
    this.user.byte_over?.();
  }
  #byte_in(byte) {
    if (this.phase === 'address') {
      this.#acks = this.user.address(byte);
      this.#reads = (byte & 1) === 1;
    } else if (this.phase === 'receive') this.#acks = this.user.take(byte);
  }
  #ninth(line) {
    this.#count = this.#shift = 0;
    this.#spoken = null;
    if (this.phase === 'send') {
      if (line === 0) return;
      this.phase = 'deaf';
      this.user.refused?.();
    } else if (!this.#acks) this.phase = 'deaf';
    else if (this.phase === 'address') this.phase = this.#reads ? 'send' : 'receive';
    this.#acks = false;
  }
}

/// One write of a master: the address, the bytes.
class Transfer {
  acked = 0; // bytes, the address included
  over = false;
  #bit = 0;

  constructor(address, bytes, done) {
    this.address = address;
    this.frames = [address << 1, ...bytes];
    this.done = done;
  }
  rewind() {
    this.acked = this.#bit = 0;
  }
  get in_ack() { return this.#bit === 8; }
  level() {
    return this.#bit < 8 ? (this.frames[this.acked] >> (7 - this.#bit)) & 1 : 1;
  }
  /// False if another master has won.
  bit(line) {
    if (this.#bit < 8) {
      if (this.level() === 1 && line === 0) return false;
      ++this.#bit;
      return true;
    }
    this.#bit = 0;
    if (line === 1) this.over = true;
    else if (++this.acked === this.frames.length) this.over = true;
    return true;
  }
}

/// `noise`: the chance of
///   bit_error  that a bit is read wrong, by those who read it: data by the slaves, an acknowledgement by the master
///   cut        that a transfer ends in the middle of a bit; half of these without a STOP
///   spike      that within a transfer SDA jumps to the other level and back while SCL is high, for `spike_ns`
export class I2cBus {
  free_us = 4.7; // between STOP and START (UM10204, table 10)
  on_transfer = () => {}; // { t_us, to, bytes, acked, ack }, as a logic analyser at the master sees it

  constructor({ seed = 1, bit_us = 10, noise = {} } = {}) {
    this.random = random_numbers(seed);
    this.bit_us = bit_us;
    this.noise = { bit_error: 0, cut: 0, spike: 0, spike_ns: 300, ...noise };
    this.ends = [];
    this.waiting = [];
    this.running = [];
    this.rests = false; // after a STOP
    this.held = false;  // SCL is kept low
  }
  connect(machine) {
    this.time = machine;
  }
  attach(end) {
    this.ends.push(end);
    return end;
  }
  detach(end) {
    this.ends = this.ends.filter(other => other !== end);
    this.released();
  }
  get quiet() { return this.running.length === 0; }

  /// As soon as the bus is free. `done({ acked, bytes_acked, stuck })`; stuck: SCL stayed low, or the bus busy, for limit_us.
  write(address, bytes, { done = () => {}, limit_us = 25_000 } = {}) {
    const transfer = new Transfer(address, bytes, done);
    this.waiting.push(transfer);
    this.time.after(limit_us, () => this.#give_up(transfer));
    this.#begin();
  }
  #give_up(transfer) {
    const waits = this.waiting.includes(transfer);
    if (!waits && !(this.held && this.running.includes(transfer))) return;
    this.waiting = this.waiting.filter(other => other !== transfer);
    this.running = this.running.filter(other => other !== transfer);
    this.#report(transfer, { stuck: true });
  }
  #report(transfer, { stuck = false } = {}) {
    const acked = !stuck && transfer.acked === transfer.frames.length;
    if (transfer.began_us !== undefined)
      this.on_transfer({
        t_us: Math.round(transfer.began_us), to: transfer.address, bytes: transfer.frames.slice(1), acked: transfer.acked, ack: acked,
      });
    transfer.done({ acked, bytes_acked: transfer.acked, stuck });
  }

  /// Those who wait for the end of another transfer begin together.
  #begin() {
    if (!this.quiet || this.rests || this.waiting.length === 0) return;
    if (this.#is_held()) return;
    this.running = this.waiting.splice(0);
    for (const transfer of this.running) {
      transfer.rewind();
      transfer.began_us = this.time.now_us;
    }
    this.#all(end => end.start());
    this.#plan_disturbance();
    this.time.after(this.bit_us, () => this.#clock());
  }
  #plan_disturbance() {
    const bits = 9 * Math.max(...this.running.map(({ frames }) => frames.length));
    const somewhere = chance => (this.random() < chance ? Math.floor(this.random() * bits) : -1);
    this.cut_in = this.noise.cut ? somewhere(this.noise.cut) : -1;
    this.spike_in = this.noise.spike ? somewhere(this.noise.spike) : -1;
  }
  #is_held() {
    return (this.held = this.ends.some(end => end.holds()));
  }
  /// A slave may have let go of SCL.
  released() {
    if (!this.held || this.#is_held()) return;
    if (this.quiet) this.#begin();
    else this.time.after(this.bit_us / 2, () => this.#clock());
  }

  #clock() {
    if (this.quiet) return this.#rest(); // all gave up while it was held
    if (this.#is_held()) return;
    if (this.running.every(({ over }) => over)) return this.#stop();
    if (this.cut_in-- === 0) return this.#cut();
    const line = this.#line();
    if (this.spike_in-- === 0) this.spike(this.noise.spike_ns, line);
    this.#pass_on(line);
    if (this.quiet) return this.#rest();
    this.time.after(this.bit_us, () => this.#clock());
  }
  #line() {
    return [...this.running, ...this.ends].reduce((line, end) => line & end.level(), 1);
  }
  #pass_on(line) {
    const is_ack = this.running.some(({ in_ack }) => in_ack);
    const misread = this.noise.bit_error && this.random() < this.noise.bit_error ? 1 : 0;
    const lost = this.running.filter(transfer => !transfer.bit(is_ack ? line ^ misread : line));
    this.#all(end => end.bit(is_ack ? line : line ^ misread));
    const ends_now = this.running.filter(({ over }) => over);
    // Of equals, one ends and another goes on: UM10204, 3.1.8 leaves open what comes of it; the longer one tries again.
    if (ends_now.length > 0) lost.push(...this.running.filter(transfer => !transfer.over && !lost.includes(transfer)));
    this.running = this.running.filter(transfer => !lost.includes(transfer));
    this.waiting.push(...lost);
  }
  #all(act) {
    for (const end of [...this.ends]) act(end);
  }
  #stop() {
    this.#all(end => end.stop());
    this.#finish();
  }
  #cut() {
    if (this.random() < 0.5) this.#all(end => end.stop());
    this.#finish();
  }
  #finish() {
    const over = this.running.splice(0);
    this.#rest();
    for (const transfer of over) this.#report(transfer);
  }
  #rest() {
    this.rests = true;
    this.time.after(this.free_us, () => {
      this.rests = false;
      this.#begin();
    });
  }

  // --- disturbances
  /// SDA jumps to the other level and back while SCL is high: from low that is a STOP and a START, from high the reverse.
  spike(ns, line = 1) {
    for (const end of this.ends.filter(each => ns > each.spike_ns()))
      for (const what of line === 1 ? ['start', 'stop'] : ['stop', 'start']) end[what]();
  }
  /// A START that nobody sent, as a plug makes it.
  false_start() {
    this.#all(end => end.start());
  }
}
