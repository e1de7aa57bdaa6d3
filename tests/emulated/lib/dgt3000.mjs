// A DGT 3000 that players run, at its jack, where it is a bus master. What is known of it comes from programs that first take
// control of it (dgtpicom, elfacun, DGT3000-BLE-Gateway); whether it tells anything to one that only listens is not
// proven. So all that nobody has measured is a parameter, and `unproven(seed)` draws them: what is tested must work with any.
//
//   const bus = machine.plug(new I2cBus());
//   const clock = machine.plug(new Dgt3000({ bus, seed, control: controls.blitz, ...unproven(seed) }));
//   clock.push('on_off'); clock.push('play');
//   clock.press('white');            the lever; left and right are as seen from the clock's front

import { ChessClock, controls, other } from './chess_clock.mjs';
import { SlaveEnd } from './i2c_bus.mjs';
import { random_numbers } from './random.mjs';

export { controls };

/// 7-bit addresses. m0 is such an address doubled, and stands for its receiver.
export const address = { all: 0x00, clock: 0x08, host: 0x10, wake: 0x28 };
export const type = {
  ack: 0x01, hello: 0x02, time: 0x04, button: 0x05, display: 0x06, end: 0x07, set_and_run: 0x0a, state: 0x0b, ping: 0x0d, control: 0x0f,
};
export const button = { back: 0x01, minus: 0x02, play: 0x04, plus: 0x08, forward: 0x10, on_off: 0x20, lever: 0x40 };
const length = { [type.ack]: 8, [type.hello]: 7, [type.time]: 24, [type.button]: 10 };

/// Polynomial 07, from 0.
export function crc8(bytes) {
  let crc = 0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; ++bit) crc = crc & 0x80 ? ((crc << 1) ^ 0x07) & 0xff : crc << 1;
  }
  return crc;
}
/// m0 … CRC of a message with this content from m4 on.
export function message(to, from, kind, content) {
  const bytes = [to << 1, from << 1, content.length + 5, kind, ...content];
  return [...bytes, crc8(bytes)];
}
const bcd = number => (Math.floor(number / 10) << 4) | (number % 10);
const from_bcd = byte => 10 * (byte >> 4) + (byte & 0xf);
const seconds_of = ([hours, minutes, seconds]) => (hours & 0xf) * 3600 + 60 * from_bcd(minutes) + from_bcd(seconds);
const is_whole = (bytes, kind) =>
  bytes.length === length[kind] && bytes[2] === bytes.length && bytes[3] === kind && crc8(bytes) === 0;

/// Nobody has measured these; the values are guesses.
const guesses = {
  interval_us: 500_000,       // between times while a side runs; null: none
  interval_spread: 0.05,      // of it
  idle_interval_us: null,     // while none runs
  tells_changes: true,        // a time whenever what the display shows changes, too
  rounding: 'ceil',           // or 'floor': what the whole seconds told are
  lever_bit: 'right_up',      // set then; or 'left_up'; or 'power_on': where it is not where it was at power-on
  press_told_us: 5_000,       // from a press to its message
  time_after_press_us: 20_000, // from a press to the new times; none are told between
  stale_after_stop_us: 0,     // so long the times of the stop are still those told last before it
  misses_to_silence: 4,       // unacknowledged messages in a row, and it says nothing for
  silent_us: 10e6,            // so long; a wake ends it
  queue: 8,                   // messages
  stray: 0.02,                // the chance that a stray 00 00 goes before a message
  no_update: 0.01,            // that a time message says that it has none
  stretch_limit_us: 25_000,   // so long it lets others keep SCL low, or the bus busy
  button_us: 120_000,         // a finger on a button
};
/// Queued messages (what the gateway saw).
const between_messages_us = 50;
/// What a host's message is answered within; "acks within 10 ms", a hello 5 ms after a wake.
const answer_us = 1_000, hello_us = 5_000;

/// A clock that could be, by what is known.
export function unproven(seed) {
  const random = random_numbers(seed ^ 0x3000);
  const one_of = (...values) => values[Math.floor(random() * values.length)];
  return {
    interval_us: 100_000 + 900_000 * random(), idle_interval_us: one_of(null, 1e6, 10e6), tells_changes: one_of(true, false),
    rounding: one_of('ceil', 'floor'), lever_bit: one_of('right_up', 'left_up', 'power_on'), press_told_us: 30_000 * random(),
    time_after_press_us: 50_000 + 250_000 * random(), stale_after_stop_us: one_of(0, 0, 1e6, 2e6),
    misses_to_silence: one_of(1, 4, 20, Infinity), silent_us: one_of(2e6, 10e6, Infinity), stray: 0.1 * random(), no_update: 0.05 * random(),
  };
}

/// Faults, all absent by default:
///   silent: 'all', or 'times'     it tells nothing unasked
///   rate: 1.01                    it runs so much faster
///   upside_down: true             White sits at the other side of it
///   lever: { stuck: true }        its lever is always told as where it was at power-on
///   lever: { late_us }            the lever is told later by up to so much
/// A wrong time control is another `control`; noise is the bus's; unplugging is the port's (i2c_controller.mjs), which
/// looks the same to the clock as one that does not acknowledge.
export class Dgt3000 {
  sent = []; // { t_us, to, bytes, ack }, with m0
  misses = 0;
  lost = 0;
  on = false;
  playing = false; // not paused

  constructor({
    bus, seed = 1, control = controls.blitz, at_flag, white_sits = 'left', up = 'left',
    rate = 1, silent, upside_down = false, lever = {}, ...measured
  }) {
    Object.assign(this, guesses, measured, { bus, control, at_flag, rate, silent, lever_fault: lever });
    this.random = random_numbers(seed);
    this.white_side = upside_down ? other(white_sits) : white_sits;
    this.up = this.told_up = this.up_at_power_on = up; // the side of the lever that is up: its clock runs
    this.queue_now = [];
    this.silent_until_us = 0;
    this.buttons = 0;
    this.next_time_us = this.stale_until_us = this.hold_times_until_us = 0;
    this.last_told = null;
    this.plans = 0;
    this.in_control = false;
    this.#load();
  }
  /// At every start of the chip, which does not touch the clock: it has its own battery.
  connect(machine) {
    if (this.machine) return;
    this.machine = machine;
    this.seen_us = machine.now_us;
    this.bus.attach(new SlaveEnd(this));
  }
  #load() {
    this.times = new ChessClock(this.control, { rate: this.rate, at_flag: this.at_flag });
  }

  // --- what a hand does
  side_of(who) {
    return who === 'white' ? this.white_side : who === 'black' ? other(this.white_side) : who;
  }
  /// Presses this player's, or this side's, half of the lever.
  press(who) {
    const side = this.side_of(who);
    if (this.up === other(side)) return; // it is down already
    this.#advance();
    this.up = other(side);
    this.#tell_lever_of(this.up);
    if (!this.playing) return;
    this.times.complete(side);
    this.times.run(this.up);
    this.next_time_us = this.hold_times_until_us = this.machine.now_us + this.time_after_press_us;
    this.#plan();
  }
  /// A button, pressed and released.
  push(name) {
    const mask = button[name];
    this.#set_buttons(this.buttons | mask);
    this.machine.after(this.button_us, () => this.#set_buttons(this.buttons & ~mask));
    if (name === 'on_off') this.#switch();
    else if (name === 'play' && this.on) this.#start_or_stop();
  }
  /// Chooses another time control; the clock stands.
  set_up(control) {
    this.control = control;
    this.#stop();
    this.#load();
    this.#tell_time();
  }
  /// By the arbiter, while it stands.
  correct(who, seconds) {
    this.times.set(this.side_of(who), seconds * 1e6);
    this.#tell_time();
  }
  /// What is true, whatever it tells.
  truth() {
    this.#advance();
    const { running, sides } = this.times;
    return { left_us: sides.left.left_us, right_us: sides.right.left_us, running, up: this.up, fallen: this.times.fallen };
  }

  #switch() {
    this.on = !this.on;
    this.#stop();
    this.#load();
    this.up_at_power_on = this.up;
    if (this.lever_fault.stuck) this.told_up = this.up;
    if (this.on) this.#tell_time();
  }
  #start_or_stop() {
    this.#advance();
    if (this.playing) this.#stop();
    else this.#run();
    this.#tell_time();
  }
  #run() {
    this.stale_until_us = 0;
    this.times.run(this.up);
    this.playing = true;
  }
  #stop() {
    this.#advance();
    if (!this.playing) return;
    this.playing = false;
    this.times.run(null);
    this.stale_until_us = this.machine.now_us + this.stale_after_stop_us;
  }

  // --- time passes
  #advance() {
    const now_us = this.machine.now_us;
    this.times.advance(now_us - this.seen_us);
    this.seen_us = now_us;
  }
  shown_s(side) {
    const left_s = this.times.left_us(side) / 1e6;
    return this.rounding === 'ceil' ? Math.ceil(left_s - 1e-9) : Math.floor(left_s + 1e-9);
  }
  #next_change_us() {
    const { running } = this.times;
    if (running === null) return Infinity;
    const left_us = this.times.left_us(running);
    const whole_us = this.shown_s(running) * 1e6;
    const to_change = this.rounding === 'ceil' ? left_us - whole_us + 1e6 : left_us - whole_us + 1;
    const to_zero = Math.min(left_us, this.tells_changes ? to_change : Infinity);
    return this.machine.now_us + Math.max(1, Math.ceil((to_zero + this.times.delay_left_us(running)) / this.rate));
  }
  #plan() {
    const plan = ++this.plans;
    const fresh_us = this.stale_until_us > this.machine.now_us ? this.stale_until_us : Infinity;
    const due_us = Math.max(this.hold_times_until_us, Math.min(this.next_time_us, this.#next_change_us(), fresh_us));
    if (this.on && due_us < Infinity) this.machine.at(due_us, () => plan === this.plans && this.#tell_time());
  }
  #tell_time() {
    this.#advance();
    const interval_us = this.times.running === null ? this.idle_interval_us : this.interval_us;
    this.next_time_us = interval_us === null ? Infinity
      : this.machine.now_us + interval_us * (1 + this.interval_spread * (2 * this.random() - 1));
    this.#plan();
    if (this.on && !this.silent) this.#say(address.all, type.time, this.#time_content());
  }

  // --- what it tells
  #any() { return Math.floor(this.random() * 256); }
  #time_content() {
    const content = Array.from({ length: length[type.time] - 5 }, () => this.#any()); // from m4 on
    const set = (at, ...bytes) => bytes.forEach((byte, offset) => { content[at - 4 + offset] = byte; });
    const stale = this.machine.now_us < this.stale_until_us && this.last_told !== null;
    const told = stale ? this.last_told : { left: this.shown_s('left'), right: this.shown_s('right') };
    this.last_told = told;
    set(5, ...this.#hms(told.left));
    set(11, ...this.#hms(told.right));
    set(19, (this.#any() & 0xfe) | this.#lever_bit());
    set(20, this.random() < this.no_update ? 1 : 0);
    if (content[20 - 4] === 1) set(5, this.#any(), this.#any(), this.#any());
    return content;
  }
  #hms(seconds) {
    const hours = Math.floor(seconds / 3600) % 10;
    return [(this.#any() & 0xf0) | hours, bcd(Math.floor(seconds / 60) % 60), bcd(seconds % 60)];
  }
  #lever_bit() {
    const { told_up, up_at_power_on } = this;
    if (this.lever_bit === 'power_on') return told_up === up_at_power_on ? 0 : 1;
    return (told_up === 'right') === (this.lever_bit === 'right_up') ? 1 : 0;
  }
  #held() {
    return this.buttons | (this.#lever_bit() ? button.lever : 0);
  }
  #tell_lever_of(up) {
    const { stuck, late_us = 0 } = this.lever_fault;
    if (stuck) return;
    const due_us = this.machine.now_us + this.press_told_us + this.random() * late_us;
    this.lever_told_us = Math.max(this.lever_told_us ?? 0, due_us); // in their order
    this.machine.at(this.lever_told_us, () => {
      const before = this.#held();
      this.told_up = up;
      this.#tell_held(before);
    });
  }
  #set_buttons(buttons) {
    const before = this.#held();
    this.buttons = buttons;
    this.#tell_held(before, (before ^ this.#held()) & button.on_off);
  }
  /// Switched off it hears its on button, and nothing else (dgtpicom's standby).
  #tell_held(before, of_switch = false) {
    const now = this.#held();
    if (now === before || this.silent === 'all' || !(this.on || of_switch)) return;
    this.#say(address.all, type.button, [now, before, this.#any(), this.#any(), this.#any()]);
  }
  #say(to, kind, content) {
    if (this.machine.now_us < this.silent_until_us) return void ++this.lost;
    if (this.random() < this.stray) this.queue_now.push({ to: address.all, bytes: [0x00, ...(this.random() < 0.5 ? [0x00] : [])] });
    this.queue_now.push({ to, bytes: message(to, address.clock, kind, content) });
    while (this.queue_now.length > this.queue) {
      this.queue_now.shift();
      ++this.lost;
    }
    this.#send_next();
  }
  #send_next() {
    if (this.sending || this.queue_now.length === 0) return;
    const { to, bytes } = this.queue_now.shift();
    this.sending = true;
    const t_us = this.machine.now_us;
    this.bus.write(to, bytes.slice(1), {
      limit_us: this.stretch_limit_us,
      done: ({ acked }) => {
        this.sent.push({ t_us, to, bytes, ack: acked });
        this.#was_answered(acked);
        this.machine.after(between_messages_us, () => {
          this.sending = false;
          this.#send_next();
        });
      },
    });
  }
  /// What is not acknowledged is not repeated: the gateway "loses the clock" when it misses some.
  #was_answered(acked) {
    this.misses = acked ? 0 : this.misses + 1;
    if (acked) return;
    ++this.lost;
    if (this.misses < this.misses_to_silence) return;
    this.silent_until_us = this.machine.now_us + this.silent_us;
    this.misses = 0;
    this.lost += this.queue_now.splice(0).length;
  }

  // --- what it hears, as a slave (SlaveEnd's user)
  address(byte) {
    this.heard = [];
    this.woken = byte === address.wake << 1;
    return byte === address.clock << 1 || this.woken;
  }
  take(byte) {
    this.heard.push(byte);
    return true;
  }
  stopped() {
    const { heard } = this;
    this.heard = null;
    const bytes = [address.clock << 1, ...(heard ?? [])]; // a wake is summed as to the clock, too
    if (bytes.length < 5 || bytes[2] !== bytes.length || crc8(bytes) !== 0) return;
    if (this.woken) this.#wake();
    else this.#obey(bytes);
  }
  #wake() {
    this.silent_until_us = 0;
    this.machine.after(hello_us, () => this.#say(address.all, type.hello, [this.#any(), this.#any()]));
  }
  /// Bit 3: done. Control is refused while a side runs.
  #obey([, , , kind, ...content]) {
    this.#advance();
    if (kind === type.control && this.times.running === null) this.in_control = true;
    if (kind === type.set_and_run && this.in_control) this.#set_and_run(content);
    const status = kind === type.end ? 0x05 : kind === type.display ? 0x00 : this.in_control ? 0x08 : 0x00;
    const to = kind === type.display ? address.all : address.host;
    this.machine.after(answer_us, () => this.#say(to, type.ack, [kind, status, this.#any()]));
  }
  #set_and_run(content) {
    this.times.set('left', seconds_of(content.slice(0, 3)) * 1e6);
    this.times.set('right', seconds_of(content.slice(3, 6)) * 1e6);
    this.times.run((content[6] & 3) === 1 ? 'left' : ((content[6] >> 2) & 3) === 1 ? 'right' : null);
    this.on = true;
    this.playing = this.times.running !== null;
    this.#tell_time();
  }
}

/// A computer at the same jack, which speaks to the clock and acknowledges what the clock says, to 00 and to 10: then the
/// clock never notices that another listener does not.
export class OtherMaster {
  acks = 0;

  constructor({ bus, every_us = 200_000, takes_control = false, seed = 1 }) {
    Object.assign(this, { bus, every_us, takes_control });
    this.random = random_numbers(seed);
  }
  connect(machine) {
    if (this.machine) return;
    this.machine = machine;
    this.bus.attach(new SlaveEnd(this));
    this.#speak();
  }
  #speak() {
    const said = this.random() < 0.5 ? [type.ping] : this.takes_control ? [type.control] : [type.display, ...Array(13).fill(0x20)];
    const bytes = message(address.clock, address.host, said[0], said.slice(1));
    this.bus.write(address.clock, bytes.slice(1));
    this.machine.after(this.every_us * (0.5 + this.random()), () => this.#speak());
  }
  address(byte) { return byte === address.all << 1 || byte === address.host << 1; }
  take() { return true; }
  stopped() { ++this.acks; }
}

/// One that acknowledges what it should and keeps it: a logic analyser that is also a slave. `acknowledges(byte)` may refuse.
export class Listener {
  heard = []; // { t_us, bytes }, with m0

  constructor({ bus, acknowledges = () => true }) {
    Object.assign(this, { bus, acknowledges });
  }
  connect(machine) {
    if (this.machine) return;
    this.machine = machine;
    this.bus.attach(new SlaveEnd(this));
  }
  started() { this.bytes = null; }
  address(byte) {
    if (byte !== address.all << 1 && byte !== address.host << 1) return false;
    if (!this.acknowledges(byte)) return false;
    this.bytes = [byte];
    this.since_us = this.machine.now_us;
    return true;
  }
  take(byte) {
    this.bytes.push(byte);
    return true;
  }
  stopped() {
    if (this.bytes) this.heard.push({ t_us: this.since_us, bytes: this.bytes });
    this.bytes = null;
  }
}

/// A time message's content, or undefined: it is another, is broken, or says that it has none.
export function time_of(bytes) {
  if (!is_whole(bytes, type.time) || bytes[20] === 1) return undefined;
  return { left: seconds_of(bytes.slice(5, 8)), right: seconds_of(bytes.slice(11, 14)), lever: bytes[19] & 1 };
}
/// As `time_of`: what is held now, and was before.
export function buttons_of(bytes) {
  if (!is_whole(bytes, type.button)) return undefined;
  return { now: bytes[4], before: bytes[5] };
}
