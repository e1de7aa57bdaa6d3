// The host's side of protocol/README.md, section 4, over any line with send(bytes) and on_bytes. All it takes
// is durable at once.

import { frame, from_board, kinds, Receiver } from './wire.mjs';

const before = (a, b) => ((b - a) >>> 0) - 1 < 0x7fffffff && a !== b;

export class Host {
  constructor(machine, line) {
    this.machine = machine;
    this.line = line;
    // boot_id → { expected, events, gaps }; events are { seq, time_us, kind, square, content, taken_us }
    this.boots = new Map();
    this.heard = [];         // every message, [name, fields, taken_us]
    this.on_message = () => {};
    this.receiver = new Receiver(from_board, (name, fields) => this.#take(name, fields));
    this.open_count = 0;
    this.duplicates = 0;
  }
  /// Of the followed boot.
  get record() {
    return this.boots.get(this.boot_id);
  }
  get events() {
    return this.record?.events ?? [];
  }
  last(name) {
    return this.heard.findLast(([heard]) => heard === name)?.[1];
  }

  open() {
    this.line.on_bytes = bytes => this.receiver.feed(bytes);
    this.following = false;
    this.line.send([0]);
    this.send('enquire');
    this.#every_second(++this.open_count);
  }
  /// Now silent and deaf.
  close() {
    ++this.open_count;
    this.line.on_bytes = () => {};
  }
  send(name, fields) {
    this.line.send(frame(name, fields));
  }

  #every_second(open_count) {
    this.machine.after(1e6, () => {
      if (open_count !== this.open_count) return;
      if (this.following) this.send('ping', { host_us: BigInt(Math.round(this.machine.now_us)) });
      else this.send('enquire');
      this.#every_second(open_count);
    });
  }
  #take(name, fields) {
    this.heard.push([name, fields, this.machine.now_us]);
    if (name === 'hello') this.#hello(fields);
    else if (name !== 'settings' && fields.boot_id !== this.boot_id) this.send('enquire');
    else this[`on_${name}`]?.(fields);
    this.on_message(name, fields);
  }
  #hello(hello) {
    const known = this.boots.get(hello.boot_id);
    this.boot_id = hello.boot_id;
    if (!known) this.boots.set(hello.boot_id, { expected: hello.oldest_seq, events: [], gaps: [], base: null });
    else this.send('ack', { boot_id: this.boot_id, next_seq: known.expected });
    this.following = true;
    this.#resend();
  }
  #resend() {
    this.asked_us = this.machine.now_us;
    this.asked_from = this.record.expected;
    this.send('resend', { boot_id: this.boot_id, from_seq: this.record.expected });
  }
  #hole() {
    if (this.asked_from !== this.record.expected || this.machine.now_us - this.asked_us >= 500_000) this.#resend();
  }
  on_events({ first_seq, base_us, events }) {
    const { record } = this;
    for (const [at, { offset_us, kind, square, content }] of events.entries()) {
      const seq = (first_seq + at) >>> 0;
      if (before(seq, record.expected)) {
        ++this.duplicates;
        continue;
      }
      if (seq !== record.expected) {
        this.#hole();
        break;
      }
      record.events.push({ seq, time_us: Number(base_us) + offset_us, kind: kinds[kind], square, content,
        taken_us: this.machine.now_us });
      record.expected = (seq + 1) >>> 0;
    }
    this.send('ack', { boot_id: this.boot_id, next_seq: record.expected });
  }
  on_gap(gap) {
    const { record } = this;
    if (!before(record.expected, gap.to_seq)) return;
    if (before(record.expected, gap.from_seq)) return this.#hole();
    record.gaps.push(gap);
    record.expected = gap.to_seq;
    this.send('ack', { boot_id: this.boot_id, next_seq: record.expected });
  }
}
