// 4.3 I2C: the RP2040's controller (DW_apb_i2c) as a slave, by the data sheet. rp2040js's own is a master only, and has
// FIRST_DATA_BYTE at bit 10. Warns of what the data sheet forbids or lets happen without effect.
//
//   machine.plug(new I2cPort(bus, { sda: 14 }));    SCL is the next pin

import { BasePeripheral } from 'rp2040js';
import { SlaveEnd } from './i2c_bus.mjs';

export const raw = { // IC_RAW_INTR_STAT
  rx_under: 1 << 0, rx_over: 1 << 1, rx_full: 1 << 2, tx_over: 1 << 3, tx_empty: 1 << 4, rd_req: 1 << 5, tx_abrt: 1 << 6,
  rx_done: 1 << 7, activity: 1 << 8, stop_det: 1 << 9, start_det: 1 << 10, gen_call: 1 << 11, restart_det: 1 << 12,
};
export const con = { // IC_CON
  master: 1 << 0, speed: 3 << 1, slave_10_bits: 1 << 3, slave_disable: 1 << 6, stop_if_addressed: 1 << 7, hold_if_full: 1 << 9,
};
const first_data_byte = 1 << 11; // IC_DATA_CMD
const flushed_old_data = 1 << 13; // IC_TX_ABRT_SOURCE: SLVFLUSH_TXFIFO
const depth = 16;
const low_ns = 4700; // of SCL, at least (UM10204, table 10: standard mode)
const least_hold_cycles = 7; // as a slave (4.3.15)

const plain = { // offset: [name, after reset, bits, writable while enabled]
  0x00: ['con', 0x65, 0x3ff, false], 0x04: ['tar', 0x55, 0xfff, false], 0x08: ['sar', 0x55, 0x3ff, false],
  0x14: ['ss_hcnt', 0x28, 0xffff, false], 0x18: ['ss_lcnt', 0x2f, 0xffff, false],
  0x1c: ['fs_hcnt', 0x06, 0xffff, false], 0x20: ['fs_lcnt', 0x0d, 0xffff, false],
  0x30: ['mask', 0x8ff, 0x1fff, true], 0x38: ['rx_tl', 0, 0xff, true], 0x3c: ['tx_tl', 0, 0xff, true],
  0x7c: ['sda_hold', 1, 0xffffff, false], 0x84: ['nack_only', 0, 1, true], 0x88: ['dma_cr', 0, 3, true],
  0x8c: ['dma_tdlr', 0, 0xf, true], 0x90: ['dma_rdlr', 0, 0xf, true], 0x94: ['sda_setup', 0x64, 0xff, false],
  0x98: ['ack_general_call', 1, 1, true], 0xa0: ['spklen', 7, 0xff, false],
};
const cleared_by_reading = {
  0x44: raw.rx_under, 0x48: raw.rx_over, 0x4c: raw.tx_over, 0x50: raw.rd_req, 0x54: raw.tx_abrt, 0x58: raw.rx_done,
  0x5c: raw.activity, 0x60: raw.stop_det, 0x64: raw.start_det, 0x68: raw.gen_call, 0xa8: raw.restart_det,
};

export class I2cController extends BasePeripheral {
  released = () => {}; // it may have let go of SCL

  constructor(chip, number) {
    super(chip, `I2C${number}`);
    this.irq = 23 + number;
    this.rx_dreq = 33 + 2 * number; // 2.5.3.1
    this.end = new SlaveEnd(this, { spike_ns: () => (this.values.spklen * 1e9) / chip.clkSys });
    this.reset();
  }
  /// 2.14 Resets.
  reset() {
    this.values = Object.fromEntries(Object.values(plain).map(([name, value]) => [name, value]));
    this.enabled = false;
    this.closing = false; // disabled within a byte, which it ends with a NACK
    this.latched = 0;
    this.abort_source = 0;
    this.lost = 0; // IC_ENABLE_STATUS, bits 1 and 2
    this.rx = [];
    this.tx = [];
    this.called = null; // 'general' or 'own'
    this.end.let_go();
    this.#update();
    this.released();
  }

  // --- what the processor sees
  readUint32(offset) {
    if (offset in plain) return this.values[plain[offset][0]];
    if (offset in cleared_by_reading) return this.#clear(cleared_by_reading[offset]);
    switch (offset) {
      case 0x10: return this.#pull();
      case 0x2c: return this.#raw & this.values.mask;
      case 0x34: return this.#raw;
      case 0x40: return this.#clear(Object.values(cleared_by_reading).reduce((all, bit) => all | bit));
      case 0x6c: return this.enabled ? 1 : 0;
      case 0x70: return this.#status;
      case 0x74: return this.tx.length;
      case 0x78: return this.rx.length;
      case 0x80: return this.abort_source;
      case 0x9c: return (this.enabled || this.closing ? 1 : 0) | this.lost;
      case 0xf4: return 0; // IC_COMP_PARAM_1 is not there
      case 0xf8: return 0x3230312a;
      case 0xfc: return 0x44570140;
    }
    return super.readUint32(offset);
  }
  writeUint32(offset, value) {
    if (offset in plain) this.#write_plain(plain[offset], value);
    else if (offset === 0x6c) this.#enable(value);
    else if (offset === 0x10) this.#push_tx(value);
    else super.writeUint32(offset, value);
    this.#update();
    this.released(); // a new IC_CON or byte to send may end a hold
  }
  #write_plain([name, , bits, always], value) {
    if (!always && this.enabled) return this.warn(`IC_${name.toUpperCase()} is written while enabled, which has no effect`);
    this.values[name] = value & bits;
    if (name === 'rx_tl' || name === 'tx_tl') this.values[name] = Math.min(this.values[name], depth);
    if (name === 'spklen') this.values[name] = Math.max(this.values[name], 1);
    if (name === 'dma_cr' && value & 2) this.warn('DMA to the TX FIFO is not modelled');
  }
  #enable(value) {
    if (value & ~1) this.warn('IC_ENABLE: ABORT and TX_CMD_BLOCK are a master\'s, which is not modelled');
    const enable = (value & 1) !== 0;
    if (enable === this.enabled) return;
    this.enabled = enable;
    if (enable) this.#open();
    else this.#close();
  }
  #open() {
    if (this.closing) this.warn('enabled again before IC_ENABLE_STATUS told that it was off');
    this.closing = false;
    this.lost = 0;
    if (this.#is_slave) this.#check_slave();
  }
  #check_slave() {
    const { values } = this;
    if (values.con & con.slave_10_bits) this.warn('10-bit addresses are not modelled');
    if (values.sar < 0x08 || values.sar > 0x77) this.warn(`IC_SAR is ${values.sar.toString(16)}, a reserved address`);
    const hold_ns = (Math.max(least_hold_cycles, values.sda_hold & 0xffff) * 1e9) / this.rp2040.clkSys;
    if (hold_ns >= low_ns) this.warn('IC_SDA_HOLD is longer than SCL is low: no acknowledgement is seen');
  }
  /// 4.3.10.3: the FIFOs are emptied at once; a byte under way ends with a NACK.
  #close() {
    this.rx = [];
    this.tx = [];
    const { phase } = this.end;
    if (!this.end.busy) return this.#closed();
    this.lost = 1 << 1 | (phase === 'receive' ? 1 << 2 : 0);
    if (this.end.in_byte) this.closing = true;
    else this.#closed();
  }
  #closed() {
    this.closing = false;
    this.called = null;
    this.latched &= ~(raw.rx_under | raw.rx_over | raw.tx_over | raw.activity | raw.gen_call);
    this.end.let_go();
    this.#update();
    this.released();
  }
  #pull() {
    const entry = this.rx.shift();
    if (entry === undefined) this.latched |= raw.rx_under;
    this.#update();
    this.released();
    return entry ?? 0;
  }
  /// 4.3.10.1.2: after TX_ABRT the FIFO takes nothing until IC_CLR_TX_ABRT is read.
  #push_tx(value) {
    if (!this.#is_slave) return this.warn('a master is not modelled');
    if (!this.enabled || this.latched & raw.tx_abrt) return this.warn('a byte to send is lost');
    if (this.tx.length === depth) this.latched |= raw.tx_over;
    else this.tx.push(value & 0xff);
  }
  #clear(bits) {
    const had = this.latched & bits;
    this.latched &= ~(this.end.busy ? bits & ~raw.activity : bits); // ACTIVITY stays while it is active
    if (bits & raw.tx_abrt) this.abort_source = 0;
    this.#update();
    return had !== 0 ? 1 : 0;
  }

  get #is_slave() { return (this.values.con & (con.slave_disable | con.master)) === 0; }
  get #listens() { return (this.enabled || this.closing) && this.#is_slave; }
  get #raw() {
    return this.latched | (this.rx.length > this.values.rx_tl ? raw.rx_full : 0)
      | (this.enabled && this.tx.length <= this.values.tx_tl ? raw.tx_empty : 0);
  }
  get #status() {
    const active = this.end.busy ? (1 << 0) | (1 << 6) : 0;
    return active | (this.tx.length < depth ? 1 << 1 : 0) | (this.tx.length === 0 ? 1 << 2 : 0)
      | (this.rx.length > 0 ? 1 << 3 : 0) | (this.rx.length === depth ? 1 << 4 : 0);
  }
  #update() {
    this.rp2040.setInterrupt(this.irq, (this.#raw & this.values.mask) !== 0);
    const { dma } = this.rp2040;
    if (this.values.dma_cr & 1 && this.rx.length > this.values.dma_rdlr) dma.setDREQ(this.rx_dreq);
    else dma.clearDREQ(this.rx_dreq);
  }
  #latch(bits) {
    this.latched |= bits;
    this.#update();
  }

  // --- what the bus sees (SlaveEnd's user)
  started(addressed) {
    if (!this.#listens) return this.end.let_go();
    this.first = true;
    this.called = null;
    this.#latch(raw.start_det | raw.activity | (addressed ? raw.restart_det : 0));
  }
  /// IC_CON: with STOP_DET_IFADDRESSED a general call's STOP is not told.
  stopped() {
    if (!this.#listens) return;
    if (!(this.values.con & con.stop_if_addressed) || this.called === 'own') this.#latch(raw.stop_det);
    this.called = null;
    if (this.closing) this.#closed();
  }
  /// 4.3.6.2: the START byte, 0000 0001, is nobody's.
  address(byte) {
    if (this.closing) return false;
    if (byte === 0x00) return this.#general_call();
    if (byte === 0x01 || byte >> 1 !== (this.values.sar & 0x7f)) return false;
    this.called = 'own';
    if (byte & 1) this.#asked_to_send();
    return true;
  }
  #general_call() {
    if (!this.values.ack_general_call) return false;
    this.called = 'general';
    this.#latch(raw.gen_call);
    return true;
  }
  #asked_to_send() {
    if (this.tx.length > 0) {
      this.tx = [];
      this.abort_source |= flushed_old_data;
      this.latched |= raw.tx_abrt;
    }
    this.#latch(raw.rd_req);
  }
  take(byte) {
    if (this.closing || this.values.nack_only) return false;
    if (this.rx.length === depth) this.latched |= raw.rx_over; // acknowledged, and lost
    else this.rx.push(byte | (this.first ? first_data_byte : 0));
    this.first = false;
    this.#update();
    return true;
  }
  next() {
    const byte = this.tx.shift();
    this.#update();
    return byte;
  }
  refused() {
    this.tx = [];
    this.#latch(raw.rx_done);
  }
  byte_over() {
    if (this.closing) this.#closed();
    else if (this.end.phase === 'send' && this.tx.length === 0) this.#latch(raw.rd_req); // once more
  }
  holds() {
    if (this.end.phase === 'send') return this.tx.length === 0;
    return this.end.phase === 'receive' && (this.values.con & con.hold_if_full) !== 0 && this.rx.length === depth;
  }
}

/// 2.19: the controller's place in a chip, and its pins: GP(4n) and the next are I2C0's, GP(4n+2) and the next I2C1's.
export class I2cPort {
  connected = true; // the cable

  /// `pulled_up`: by resistors; else both pads must do it.
  constructor(bus, { sda, pulled_up = true }) {
    Object.assign(this, { bus, sda, pulled_up, number: (sda >> 1) & 1 });
    bus.attach(this); // stands for the controller's end while pins and cable connect it
  }
  connect({ chip }) {
    this.chip = chip;
    this.controller = new I2cController(chip, this.number);
    this.controller.released = () => this.bus.released();
    chip.peripherals[0x40044 + 4 * this.number] = this.controller;
    // 2.19.6.3: after a reset a pad's input is on and pulled down; rp2040js has it off.
    for (const pin of this.#pins) pin.padValue = 0x56;
    for (const pin of this.#pins) pin.setInputValue(true);
    this.#follow_resets();
    this.bus.released(); // the chip before this start held SCL
  }
  get #pins() { return [this.chip.gpio[this.sda], this.chip.gpio[this.sda + 1]]; }
  #follow_resets() {
    const resets = this.chip.peripherals[0x4000c];
    const write = resets.writeUint32.bind(resets);
    resets.writeUint32 = (offset, value) => {
      write(offset, value);
      if (offset === 0 && value & (1 << (3 + this.number))) this.controller.reset();
    };
  }
  /// Function 3, input on, output not off (2.19.2, 2.19.6.3).
  get wired() {
    return this.connected && this.chip !== undefined && this.#pins.every(pin => pin.functionSelect === 3 && pin.inputEnable && !pin.outputDisable
      && (this.pulled_up || pin.pullupEnabled));
  }

  /// In the middle of a transfer, its rest is not seen; half the time the line's rise looks like a STOP.
  unplug() {
    if (this.wired && this.bus.random() < 0.5) this.controller.end.stop();
    this.connected = false;
    this.bus.released();
  }
  /// The contacts touch one after the other, `bounces` times: STARTs and STOPs that nobody sent.
  plug({ bounces = 3 } = {}) {
    this.connected = true;
    for (let bounce = 0; bounce < bounces; ++bounce)
      if (this.wired) this.controller.end[this.bus.random() < 0.5 ? 'start' : 'stop']();
  }

  // --- as an end of the bus
  spike_ns() { return this.wired ? this.controller.end.spike_ns() : Infinity; }
  start() { if (this.wired) this.controller.end.start(); }
  stop() { if (this.wired) this.controller.end.stop(); }
  bit(line) { if (this.wired) this.controller.end.bit(line); }
  level() { return this.wired ? this.controller.end.level() : 1; }
  holds() { return this.wired && this.controller.end.holds(); }
}
