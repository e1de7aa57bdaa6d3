// A log of the clock's bus, with marks of what a hand did: JSON lines, in any order.
//
//   {"t_us":1200000,"to":0,"bytes":"10 18 04 …","ack":true}    a write: the 7-bit address, what follows the address byte;
//                                                              "ack" may be missing
//   {"t_us":1100000,"mark":"press","side":"left"}              by a hand, so known to some tenths of a second

const kinds = { 0x01: 'ack', 0x02: 'hello', 0x04: 'time', 0x05: 'button' };
const lengths = { ack: 8, hello: 7, time: 24, button: 10 };
export const lever_button = 0x40, play_button = 0x04, on_button = 0x20;
export const other = side => (side === 'left' ? 'right' : 'left');

/// Polynomial 07, from 0, over all from m0 on: 0 if the sum at the end is right.
export function crc8(bytes) {
  let crc = 0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; ++bit) crc = ((crc << 1) ^ (crc & 0x80 ? 0x07 : 0)) & 0xff;
  }
  return crc;
}
const bcd = byte => 10 * (byte >> 4) + (byte & 0xf);
const seconds = ([hours, minutes, seconds]) => (hours & 0xf) * 3600 + 60 * bcd(minutes) + bcd(seconds);

function kind_of(m) {
  if (m.length <= 3 && m.every(byte => byte === 0)) return 'stray';
  if (m.length < 5 || m[2] !== m.length || crc8(m) !== 0) return 'broken';
  if (m[1] !== 0x10) return 'host';
  const kind = kinds[m[3]] ?? 'other';
  return lengths[kind] === undefined || lengths[kind] === m.length ? kind : 'other';
}
/// One write, read.
export function read_write({ t_us, to, bytes, ack }) {
  const m = [to << 1, ...(typeof bytes === 'string' ? bytes.trim().split(/\s+/).filter(Boolean).map(byte => parseInt(byte, 16)) : bytes)];
  const kind = kind_of(m);
  const write = { t_us, m, kind, ack };
  if (kind === 'time')
    Object.assign(write, { left: seconds(m.slice(5, 8)), right: seconds(m.slice(11, 14)), lever: m[19] & 1, has_time: m[20] !== 1 });
  if (kind === 'button') Object.assign(write, { now: m[4], before: m[5], changed: m[4] ^ m[5] });
  return write;
}

export class BusLog {
  writes = [];
  marks = [];
  unreadable = 0;

  /// A line of the log; false if it is none.
  add(line) {
    let entry;
    try {
      entry = JSON.parse(line);
    } catch {
      entry = undefined;
    }
    if (typeof entry?.t_us !== 'number' || (entry.mark === undefined && (typeof entry.to !== 'number' || entry.bytes === undefined))) {
      ++this.unreadable;
      return false;
    }
    if (entry.mark !== undefined) this.marks.push(entry);
    else this.writes.push(read_write(entry));
    return true;
  }
  sort() {
    for (const list of [this.writes, this.marks]) list.sort((a, b) => a.t_us - b.t_us);
    this.end_us = Math.max(0, this.writes.at(-1)?.t_us ?? 0, this.marks.at(-1)?.t_us ?? 0);
    return this;
  }

  /// Marks of this name, each with the time of the next mark of any name.
  windows(name) {
    return this.marks.flatMap((mark, at) => (mark.mark === name ? [{ ...mark, until_us: this.marks[at + 1]?.t_us ?? this.end_us }] : []));
  }
  mark(name) {
    return this.windows(name)[0];
  }
  within(from_us, until_us, kind) {
    return this.writes.filter(({ t_us, kind: is }) => t_us >= from_us && t_us < until_us && (kind === undefined || is === kind));
  }
  times(from_us = -Infinity, until_us = Infinity) {
    return this.within(from_us, until_us, 'time').filter(({ has_time }) => has_time);
  }
  /// The message of a press nearest to a hand's mark, as its time is the bus's. A button's release is none; the lever has none.
  button_near(t_us, mask, reach_us = 1.5e6) {
    const near = this.within(t_us - reach_us, t_us + reach_us, 'button')
      .filter(({ changed, now }) => changed & mask && (mask === lever_button || now & mask));
    return near.sort((a, b) => Math.abs(a.t_us - t_us) - Math.abs(b.t_us - t_us))[0];
  }
}
