// A second implementation, from the text of protocol/README.md alone, which the board must match. 64-bit
// integers are BigInt.

const crc_table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; ++bit) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  return crc >>> 0;
});

export function crc32(bytes) {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = (crc >>> 8) ^ crc_table[(crc ^ byte) & 0xff];
  return (crc ^ 0xffffffff) >>> 0;
}

export function cobs(block) {
  const out = [];
  let piece = [];
  for (const byte of [...block, 0]) {
    if (byte !== 0) {
      piece.push(byte);
      continue;
    }
    out.push(piece.length + 1, ...piece);
    piece = [];
  }
  return out;
}

/// undefined if a code leads past the end.
export function uncobs(stuffed) {
  const block = [];
  for (let at = 0; at < stuffed.length;) {
    const end = at + stuffed[at];
    if (end > stuffed.length) return undefined;
    if (at > 0) block.push(0);
    block.push(...stuffed.slice(at + 1, end));
    at = end;
  }
  return block;
}

// --- section 3: [field, kind]; kind: u8 u16 u32 u64, a nested layout, or [layout, most] for a counted list; a third `true`: a last
// field that is not there where it is 0
const squares = [['plane0', 'u64'], ['plane1', 'u64'], ['plane2', 'u64'], ['plane3', 'u64']];
const settings = [['scan_interval_us', 'u32'], ['debounce_us', 'u32'], ['snapshot_interval_ms', 'u32']];
const event = [['offset_us', 'u32'], ['kind', 'u8'], ['square', 'u8'], ['content', 'u8']];
const sixty_four = { repeat: 64, kind: 'u16' };
const list_of = (layout, most) => ({ list: layout, most });

const messages = {
  hello: [0x01, [['board_id', 'u64'], ['boot_id', 'u32'], ['sensing', 'u8'], ['features', 'u8'], ['firmware_major', 'u8'],
    ['firmware_minor', 'u8'], ['firmware_patch', 'u8'], ['ring_capacity', 'u32'], ['oldest_seq', 'u32'], ['next_seq', 'u32'],
    ['time_us', 'u64'], ['settings', settings], ['epoch', 'u32', true]]],
  events: [0x02, [['boot_id', 'u32'], ['first_seq', 'u32'], ['base_us', 'u64'], ['events', list_of(event, 32)]]],
  snapshot: [0x03, [['boot_id', 'u32'], ['next_seq', 'u32'], ['time_us', 'u64'], ['squares', squares], ['lever', 'u8']]],
  gap: [0x04, [['boot_id', 'u32'], ['from_seq', 'u32'], ['to_seq', 'u32'], ['cause', 'u8'], ['time_us', 'u64'],
    ['squares', squares], ['lever', 'u8']]],
  pong: [0x05, [['boot_id', 'u32'], ['host_us', 'u64'], ['board_us', 'u64']]],
  health: [0x06, [['boot_id', 'u32'], ['time_us', 'u64'], ['masked', 'u64'], ['lost_events', 'u32'], ['resent_events', 'u32'],
    ['bad_frames', 'u32'], ['bad_messages', 'u32'], ['late_scans', 'u32']]],
  condition: [0x07, [['boot_id', 'u32'], ['reset_cause', 'u8'], ['supply_mv', 'u16'], ['broken', 'u64']]],
  chip: [0x09, [['boot_id', 'u32'], ['revision', 'u8'], ['fault_at', 'u32'], ['called_by', 'u32']]],
  clock_said: [0x0a, [['boot_id', 'u32'], ['next_seq', 'u32'], ['time_us', 'u64'], ['bytes', list_of('u8', 32)]]],
  levels: [0x08, [['boot_id', 'u32'], ['time_us', 'u64'], ['levels', sixty_four]]],
  settings: [0x20, settings],
  calibration: [0x21, [['boot_id', 'u32'], ['kept', 'u8'], ['threshold', 'u16'], ['release', 'u16'], ['zero', sixty_four]]],
  enquire: [0x41, []],
  resend: [0x42, [['boot_id', 'u32'], ['from_seq', 'u32']]],
  ack: [0x43, [['boot_id', 'u32'], ['next_seq', 'u32'], ['epoch', 'u32', true]]],
  ping: [0x44, [['host_us', 'u64']]],
  ask_levels: [0x45, [['boot_id', 'u32']]],
  reboot: [0x46, [['boot_id', 'u32'], ['into', 'u8']]],
};
export const from_board = ['hello', 'events', 'snapshot', 'gap', 'pong', 'health', 'condition', 'chip', 'clock_said', 'levels', 'settings', 'calibration'];
export const from_host = ['enquire', 'resend', 'ack', 'ping', 'ask_levels', 'reboot', 'settings', 'calibration'];

export const kinds = ['', 'lift', 'drop', 'press_white', 'press_black', 'adjust_white', 'adjust_black', 'call_white', 'call_black',
  'mask_on', 'mask_off'];

const width = { u8: 1, u16: 2, u32: 4, u64: 8 };

function put(out, layout, value) {
  if (typeof layout === 'string') {
    for (let byte = 0, rest = BigInt(value); byte < width[layout]; ++byte, rest >>= 8n) out.push(Number(rest & 0xffn));
  } else if (layout.list) {
    out.push(value.length);
    for (const item of value) put(out, layout.list, item);
  } else if (layout.repeat) {
    for (const item of value) put(out, layout.kind, item);
  } else {
    for (const [name, kind, unless_zero] of layout)
      if (!unless_zero || value[name]) put(out, kind, value[name]);
  }
}

/// Throws RangeError at a short payload or a long list.
function take(input, layout) {
  if (typeof layout === 'string') {
    if (input.at + width[layout] > input.bytes.length) throw new RangeError('malformed');
    let value = 0n;
    for (let byte = 0; byte < width[layout]; ++byte) value |= BigInt(input.bytes[input.at++]) << BigInt(8 * byte);
    return layout === 'u64' ? value : Number(value);
  }
  if (layout.list) {
    const count = take(input, 'u8');
    if (count > layout.most) throw new RangeError('malformed');
    return Array.from({ length: count }, () => take(input, layout.list));
  }
  if (layout.repeat) return Array.from({ length: layout.repeat }, () => take(input, layout.kind));
  const is_there = ([, , unless_zero]) => !unless_zero || input.at < input.bytes.length;
  const taken = {};
  for (const field of layout) if (is_there(field)) taken[field[0]] = take(input, field[1]);
  return taken;
}

export function payload(name, fields = {}) {
  const out = [];
  put(out, messages[name][1], fields);
  return out;
}

export function frame(name, fields = {}) {
  const block = [1, messages[name][0], ...payload(name, fields)];
  const crc = [];
  put(crc, 'u32', crc32(block));
  return Uint8Array.from([...cobs([...block, ...crc]), 0]);
}

/// Collects bytes until 00; gives good messages to `deliver` (name, fields), counts the rest.
export class Receiver {
  constructor(known, deliver) {
    this.deliver = deliver;
    this.known = new Map(known.map(name => [messages[name][0], name]));
    this.counters = { good: 0, too_long: 0, bad_stuffing: 0, too_short: 0, bad_crc: 0, other_version: 0, unknown_type: 0, malformed: 0 };
    this.collected = [];
  }

  feed(bytes) {
    for (const byte of bytes) {
      if (byte !== 0) {
        this.collected.push(byte);
        continue;
      }
      if (this.collected.length > 0) ++this.counters[this.#receive(this.collected)];
      this.collected = [];
    }
  }

  /// The frame's counter.
  #receive(stuffed) {
    if (stuffed.length > 253) return 'too_long';
    const block = uncobs(stuffed);
    if (!block) return 'bad_stuffing';
    if (block.length < 6) return 'too_short';
    const crc = take({ bytes: block, at: block.length - 4 }, 'u32');
    if (crc !== crc32(block.slice(0, -4))) return 'bad_crc';
    if (block[0] !== 1) return 'other_version';
    const name = this.known.get(block[1]);
    if (!name) return 'unknown_type';
    let fields;
    try {
      fields = take({ bytes: block.slice(2, -4), at: 0 }, messages[name][1]);
    } catch (error) {
      if (error instanceof RangeError) return 'malformed';
      throw error;
    }
    this.deliver(name, fields);
    return 'good';
  }
}
