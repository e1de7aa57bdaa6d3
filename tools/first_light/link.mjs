// The host's side of protocol/README.md, section 4, as far as the steps need it. Events are acknowledged as they come.

import { frame, from_board, kinds, Receiver } from '../../tests/emulated/lib/wire.mjs';

const s = 1e6, ms = 1e3;

/// What a real board should have done and did not.
export class Failed extends Error {}

export class Link {
  /// `open()`: a line of line.mjs, or undefined.
  constructor(open, clock) {
    Object.assign(this, { open_line: open, clock, line: undefined, events: [], last: {} });
    this.receiver = new Receiver(from_board, (name, fields) => this.#take(name, fields));
  }

  // --- the stream
  get open() {
    return this.line !== undefined && !this.line.ended;
  }
  /// Whether there is a stream now.
  async #try_open() {
    if (this.open) return true;
    this.line = await this.open_line();
    if (!this.line) return false;
    this.receiver.collected = [];
    this.line.on_bytes = bytes => this.receiver.feed(bytes);
    this.line.send([0]);
    return true;
  }
  close() {
    this.line?.close();
    this.line = undefined;
  }
  send(name, fields = {}) {
    this.line?.send(frame(name, fields));
  }

  // --- what comes
  #take(name, fields) {
    fields.taken_us = this.clock.now_us();
    this.last[name] = fields;
    if (name === 'hello') this.#hello(fields);
    else if (fields.boot_id === this.boot_id) this[`on_${name}`]?.(fields);
  }
  #hello(hello) {
    hello.started_us = hello.taken_us - Number(hello.time_us); // not before the board's start
    if (hello.boot_id === this.boot_id && hello.next_seq >= this.expected) return;
    this.boot_id = hello.boot_id;
    this.expected = hello.oldest_seq;
  }
  on_events({ first_seq, base_us, events, taken_us }) {
    for (const [at, { offset_us, kind, square, content }] of events.entries()) {
      if (((first_seq + at) >>> 0) !== this.expected) continue;
      this.events.push({ time_us: Number(base_us) + offset_us, kind: kinds[kind], square, content, taken_us, boot_id: this.boot_id });
      this.expected = (this.expected + 1) >>> 0;
    }
    this.send('ack', { boot_id: this.boot_id, next_seq: this.expected });
  }
  on_gap({ to_seq }) {
    this.expected = to_seq;
    this.send('ack', { boot_id: this.boot_id, next_seq: to_seq });
  }

  // --- questions
  /// The hello of a board that started after `since_us` of the host's clock; opens the stream as often as needed.
  async hello(limit_us = 5 * s, since_us = -Infinity) {
    const end_us = this.clock.now_us() + limit_us;
    const asked_us = this.clock.now_us();
    const told = () => this.last.hello?.taken_us >= asked_us && this.last.hello.started_us >= since_us;
    while (this.clock.now_us() < end_us) {
      if (!await this.#try_open()) {
        await this.clock.sleep(20 * ms);
        continue;
      }
      this.send('enquire');
      if (await this.clock.until(() => told() || !this.open, Math.min(250 * ms, end_us - this.clock.now_us())) && told())
        return this.last.hello;
    }
    throw new Failed(`no hello came within ${limit_us / s} s`);
  }
  /// The next message `answer` of this boot.
  async ask(name, fields, answer, limit_us = 2 * s) {
    const before = this.last[answer];
    this.send(name, { boot_id: this.boot_id, ...fields });
    const told = () => this.last[answer] !== before && [undefined, this.boot_id].includes(this.last[answer].boot_id);
    if (!await this.clock.until(() => told() || !this.open, limit_us) || !told())
      throw new Failed(`the board did not answer ${name} with ${answer} within ${limit_us / s} s`);
    return this.last[answer];
  }
  /// Asks for what was not acknowledged, which also starts the flow; { health, condition, chip }.
  async follow() {
    this.last.chip = this.last.condition = undefined;
    const health = await this.ask('resend', { from_seq: this.expected }, 'health');
    await this.clock.until(() => this.last.chip, 300 * ms); // a board may be unable to tell
    const { condition, chip } = this.last;
    return { health, condition, chip };
  }
  /// The host's clock when it was sent and when the answer came, and the board's between.
  async ping() {
    const sent_us = this.clock.now_us();
    const { board_us, taken_us } = await this.ask('ping', { host_us: BigInt(Math.round(sent_us)) }, 'pong');
    return { sent_us, taken_us, board_us: Number(board_us), trip_us: taken_us - sent_us };
  }
  async levels() {
    return (await this.ask('ask_levels', {}, 'levels')).levels;
  }
  /// With a threshold of 0 it is only told.
  async calibration(wish = { threshold: 0, release: 0, zero: Array(64).fill(0) }) {
    return this.ask('calibration', { kept: 0, ...wish }, 'calibration');
  }
  async settings(wish) {
    return this.ask('settings', { scan_interval_us: 0, debounce_us: 0, snapshot_interval_ms: 0, ...wish }, 'settings');
  }
  /// The hello of the next start.
  async restart(limit_us = 10 * s) {
    const ordered_us = this.clock.now_us();
    this.send('reboot', { boot_id: this.boot_id, into: 1 });
    return this.hello(limit_us, ordered_us);
  }
}
