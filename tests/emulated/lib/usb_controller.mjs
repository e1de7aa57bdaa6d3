// 4.1 USB: the RP2040 controller as a device, by the data sheet, and throws at what that forbids. rp2040js's
// own takes packets before a host asks, and has no toggles, NAK or STALL.

import { BasePeripheral } from 'rp2040js';

export const bits = { // SIE_STATUS
  data_seq_error: 1 << 31, bus_reset: 1 << 19, setup: 1 << 17, connected: 1 << 16, resume: 1 << 11, suspended: 1 << 4,
  vbus_detected: 1 << 0,
};
const write_to_clear = bits.data_seq_error | bits.bus_reset | bits.setup | bits.connected | bits.resume | bits.suspended;
const interrupt_of = [ // by SIE_STATUS bit
  [bits.setup, 1 << 16], [bits.resume, 1 << 15], [bits.suspended, 1 << 14], [bits.bus_reset, 1 << 12],
  [bits.data_seq_error, 1 << 5],
];
const sof_interrupt = 1 << 17, buffer_interrupt = 1 << 4;
const control = { enable: 1 << 31, double: 1 << 30, interrupt_per_buffer: 1 << 29 }; // of an endpoint
const buffer = { full: 1 << 15, data1: 1 << 13, stall: 1 << 11, available: 1 << 10, length: 0x3ff };
const available_after_cycles = 12; // after the other bits of the word (4.1.2.5.1)
const pull_up = 1 << 16, ep0_interrupt_1_buffer = 1 << 29;
const register_names = {
  0x00: 'address', 0x40: 'main', 0x4c: 'sie', 0x60: 'abort', 0x68: 'stall_arm', 0x74: 'muxing', 0x78: 'power', 0x90: 'inte',
  0x94: 'intf',
};

export class UsbController extends BasePeripheral {
  constructor(chip) {
    super(chip, 'USBCTRL');
    this.values = { address: 0, main: 0, sie: 0, abort: 0, stall_arm: 0, muxing: 0, power: 0, inte: 0, intf: 0 };
    this.status = 0;
    this.buffers_done = 0;
    this.abort_done = 0;
    this.frame = 0;
    this.sof = 0;
    this.frame_began_ns = -Infinity;
    this.tells_of_aborts = true; // false: a dead bus
    this.prepared = new Map(); // buffer control → [cycles, word] written last
  }

  // --- what the processor sees
  readUint32(offset) {
    switch (offset) {
      case 0x48:
        this.sof = 0;
        this.#update();
        return this.frame;
      case 0x50: return (this.status | (this.#vbus ? bits.vbus_detected : 0)) >>> 0;
      case 0x58: return this.buffers_done;
      case 0x64: return this.abort_done;
      case 0x8c: return this.#raw;
      case 0x98: return ((this.#raw & this.values.inte) | this.values.intf) >>> 0;
    }
    const name = register_names[offset];
    return name ? this.values[name] >>> 0 : super.readUint32(offset);
  }
  writeUint32(offset, value) {
    const name = register_names[offset];
    if (name) this.values[name] = value >>> 0;
    else if (offset === 0x50) this.status &= ~(this.rawWriteValue & write_to_clear);
    else if (offset === 0x58) this.buffers_done &= ~this.rawWriteValue;
    else if (offset === 0x64) this.abort_done &= ~this.rawWriteValue;
    else super.writeUint32(offset, value);
    if (name === 'abort' && this.tells_of_aborts) this.abort_done |= value;
    this.#update();
  }
  DPRAMUpdated(offset, word) {
    if (offset >= 0x80 && offset < 0x100) this.#buffer_control_written(offset, word);
    else if (offset >= 0x100) this.#no_buffer_at(offset);
  }
  #buffer_control_written(offset, word) {
    const name = `buffer control ${offset.toString(16)}`;
    const { cycles } = this.rp2040.core;
    const [at, before] = this.prepared.get(offset) ?? [0, 0];
    const aborting = (this.tells_of_aborts ? this.abort_done : this.values.abort) & this.#bit(offset);
    if (before & buffer.available && !aborting) this.error(`${name} is written while the controller has it`);
    if (word & buffer.available) {
      if ((word & ~buffer.available) !== (before & ~buffer.available)) this.error(`${name}: AVAILABLE is set together with others`);
      if (this.#is_bulk_in(offset) && this.#frame_age_us >= 800 && this.#frame_age_us < 998)
        this.error(`${name}: AVAILABLE is set late in a frame, which erratum RP2040-E15 forbids`);
      if (cycles - at < available_after_cycles) this.error(`${name}: AVAILABLE is set ${cycles - at} cycles after the others`);
    }
    this.prepared.set(offset, [cycles, word]);
  }
  #no_buffer_at(offset) {
    for (const [at, [, word]] of this.prepared) {
      if (!(word & buffer.available)) continue;
      const from = this.#buffer(at);
      if (offset >= from && offset < from + 64) this.error(`the buffer at ${from.toString(16)} is written while the controller has it`);
    }
  }

  #is_bulk_in(offset) {
    return offset >= 0x88 && (offset & 4) === 0 && ((this.#endpoint_control(offset) >> 26) & 3) === 2;
  }
  get #frame_age_us() {
    return (this.rp2040.clock.nanos - this.frame_began_ns) / 1000;
  }
  get #vbus() {
    return (this.values.power & (1 << 3)) !== 0 && (this.values.power & (1 << 2)) !== 0;
  }
  get #raw() {
    let raw = this.sof | (this.buffers_done ? buffer_interrupt : 0);
    for (const [bit, interrupt] of interrupt_of) if (this.status & bit) raw |= interrupt;
    return raw;
  }
  #update() {
    this.rp2040.setInterrupt(5, ((this.#raw & this.values.inte) | this.values.intf) !== 0);
  }

  // --- what the bus sees
  /// D+ is pulled up: a full-speed device.
  get present() {
    return (this.values.main & 3) === 1 && (this.values.muxing & 9) === 9 && this.#vbus && (this.values.sie & pull_up) !== 0;
  }
  set(status) {
    this.status |= status;
    this.#update();
  }
  start_of_frame(number) {
    this.frame = number & 0x7ff;
    this.sof = sof_interrupt;
    this.frame_began_ns = this.rp2040.clock.nanos;
    this.#update();
  }
  /// All below: undefined if no device answers.
  setup(address, bytes) {
    if (!this.#answers(address)) return undefined;
    this.rp2040.usbDPRAM.set(bytes, 0);
    this.values.stall_arm = 0;
    this.set(bits.setup);
    return 'ack';
  }
  /// 'nak', 'stall', or { data, data1 }.
  in(address, number) {
    const offset = this.#ready(address, number, true);
    if (typeof offset !== 'number') return offset;
    const word = this.#word(offset);
    if (!(word & buffer.full)) return 'nak';
    const from = this.#buffer(offset);
    const data = this.rp2040.usbDPRAM.slice(from, from + (word & buffer.length));
    this.#done(offset, word & ~(buffer.available | buffer.full));
    return { data, data1: (word & buffer.data1) !== 0 };
  }
  /// 'nak', 'stall' or 'ack'. A wrong toggle is a repetition: acknowledged and ignored.
  out(address, number, data, data1) {
    const offset = this.#ready(address, number, false);
    if (typeof offset !== 'number') return offset;
    const word = this.#word(offset);
    if (((word & buffer.data1) !== 0) !== data1) {
      this.set(bits.data_seq_error);
      return 'ack';
    }
    if (data.length > (word & buffer.length)) this.error('a packet is longer than its buffer');
    this.rp2040.usbDPRAM.set(data, this.#buffer(offset));
    this.#done(offset, (word & ~(buffer.available | buffer.length)) | buffer.full | data.length);
    return 'ack';
  }

  #answers(address) {
    return this.present && !(this.status & bits.bus_reset) && address === (this.values.address & 0x7f);
  }
  /// The endpoint's buffer control word, if the controller has its buffer.
  #ready(address, number, to_host) {
    if (!this.#answers(address)) return undefined;
    const offset = 0x80 + 8 * number + (to_host ? 0 : 4);
    if (number !== 0 && !(this.#endpoint_control(offset) & control.enable)) return undefined;
    const word = this.#word(offset);
    if (word & buffer.stall && (number !== 0 || this.values.stall_arm & this.#bit(offset))) return 'stall';
    if (number === 0 && this.status & bits.setup) return 'nak'; // the last request is unread
    return word & buffer.available ? offset : 'nak';
  }
  #done(offset, word) {
    this.rp2040.usbDPRAMView.setUint32(offset, word, true);
    this.prepared.set(offset, [0, word]);
    const reports = offset < 0x88 ? this.values.sie & ep0_interrupt_1_buffer : this.#endpoint_control(offset) & control.interrupt_per_buffer;
    if (!reports) this.error(`an endpoint does not report its packets`);
    this.buffers_done |= this.#bit(offset);
    this.#update();
  }
  #word(offset) {
    return this.rp2040.usbDPRAMView.getUint32(offset, true);
  }
  #bit(offset) {
    return 1 << ((offset - 0x80) / 4);
  }
  #endpoint_control(offset) {
    const word = this.#word(offset - 0x80);
    if (word & control.double) this.error('double buffers are not modelled');
    return word;
  }
  #buffer(offset) {
    return offset < 0x88 ? 0x100 : this.#endpoint_control(offset) & 0xffc0;
  }
}
