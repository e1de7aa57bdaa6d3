// What rp2040js lacks of the RP2040 data sheet. It knows no image.

import { BasePeripheral } from 'rp2040js';

class PlainRegisters extends BasePeripheral {
  constructor(chip, name, values) {
    super(chip, name);
    this.values = new Map(Object.entries(values).map(([offset, value]) => [Number(offset), value]));
  }
  readUint32(offset) {
    if (!this.values.has(offset)) this.warn(`no register at ${offset.toString(16)}`);
    return this.values.get(offset) >>> 0;
  }
  writeUint32(offset, value) {
    if (!this.values.has(offset)) this.warn(`no register at ${offset.toString(16)}`);
    this.values.set(offset, value >>> 0);
  }
}

/// ARMv6-M B3.4: what an interrupt left pending, by its line or by ISPR, stays so until its handler is entered; a line
/// still high at the handler's return makes it pending again. To rp2040js, a line that goes low takes back what ISPR set.
export function latch_interrupts(core) {
  let high = 0; // the lines, by number
  const pend = bits => {
    if (bits === 0) return;
    core.pendingInterrupts |= bits;
    core.interruptsUpdated = true;
    if (core.waiting && core.checkForInterrupts()) core.waiting = false;
  };
  const bit_of = exception => (exception < 16 ? 0 : 1 << (exception - 16));
  const [enter, leave] = [core.exceptionEntry.bind(core), core.exceptionReturn.bind(core)];
  core.setInterrupt = (irq, is_high) => {
    const bit = 1 << irq, rises = is_high && (high & bit) === 0;
    high = is_high ? high | bit : high & ~bit;
    if (rises) pend(bit);
  };
  core.exceptionEntry = exception => {
    core.pendingInterrupts &= ~bit_of(exception);
    enter(exception);
  };
  core.exceptionReturn = to => {
    const bit = bit_of(core.IPSR);
    leave(to);
    pend(high & bit);
  };
}

/// 4.6.3: an alarm fires when the timer reaches its value, not, as in rp2040js, up to 1 µs early.
export function correct_alarms(timer) {
  const write = timer.writeUint32.bind(timer);
  timer.writeUint32 = (offset, value) => {
    write(offset, value);
    if (offset < 0x10 || offset > 0x1c) return;
    const { nanos } = timer.clock;
    const now_us = Math.floor(nanos / 1000);
    const ahead_us = (value - now_us) >>> 0;
    timer.alarms[(offset - 0x10) / 4].clockAlarm.schedule((now_us + ahead_us) * 1000 - nanos);
  };
}

/// 2.17 Ring oscillator: a seeded RANDOMBIT, biased as the real one may be.
export class RingOscillator extends BasePeripheral {
  constructor(chip, random) {
    super(chip, 'ROSC');
    this.random = random;
  }
  readUint32(offset) {
    return offset === 0x1c ? (this.random() < 0.6 ? 1 : 0) : super.readUint32(offset);
  }
}

/// 2.14 Resets: blocks that the boot ROM does not release start in reset, where they do nothing: an image
/// must not touch them.
const blocks = [ // by bit; some have no peripheral here
  0x4004c, 0x40030, 0x50000, 0x40044, 0x40048, 0x40014, 0x40018, undefined, 0x4001c, 0x40020, 0x50200, 0x50300, 0x40028,
  0x4002c, 0x40050, 0x4005c, 0x4003c, 0x40040, 0x40004, 0x40000, 0x4006c, 0x40054, 0x40034, 0x40038, 0x50110,
];
const all_blocks = (1 << blocks.length) - 1, flash_pins = (1 << 6) | (1 << 9);
const pll_usb = 1 << 13, sys_from_pll_usb = 0x21; // 2.14.3; 2.15.7
export class Resets extends BasePeripheral {
  constructor(chip) {
    super(chip, 'RESETS');
    this.held = all_blocks & ~flash_pins;
    const bit_of = new Map(blocks.map((address, bit) => [address, 1 << bit]));
    const find = chip.findPeripheral.bind(chip);
    chip.findPeripheral = address => {
      if (this.held & bit_of.get((address >>> 14) << 2)) this.error(`${address.toString(16)} is touched while its block is held in reset`);
      return find(address);
    };
  }
  readUint32(offset) {
    if (offset === 0x0) return this.held;
    return offset === 0x8 ? all_blocks & ~this.held : super.readUint32(offset);
  }
  writeUint32(offset, value) {
    if (offset === 0x0) {
      if (value & ~this.held & pll_usb && (this.rp2040.clocks.sysCtrl & 0xe1) === sys_from_pll_usb)
        this.error('the PLL that the processor runs from is reset');
      this.held = value & all_blocks;
    } else super.writeUint32(offset, value);
  }
}

/// 2.10.6 VREG_AND_CHIP_RESET: the chip's last reset cause.
export const had = { power: 1 << 8, run_pin: 1 << 16, debugger: 1 << 20 };
export class ChipReset extends PlainRegisters {
  constructor(chip, cause) {
    super(chip, 'VREG_AND_CHIP_RESET', { 0x0: 0xb1, 0x4: 0x91, 0x8: cause });
  }
}

/// 2.19.6.2 IO_QSPI: the flash's select pin by override (0 the SSI's, 2 low, 3 high).
export class FlashPins extends PlainRegisters {
  constructor(chip, flash) {
    super(chip, 'IO_QSPI', { 0xc: 0 });
    this.flash = flash;
  }
  writeUint32(offset, value) {
    super.writeUint32(offset, value);
    this.flash.select(((value >> 8) & 3) === 2);
  }
}

/// 4.10 SSI and a flash that knows 4Bh, read unique id; rp2040js reads it as memory.
export class FlashInterface extends PlainRegisters {
  constructor(chip, unique_id) {
    super(chip, 'SSI', { 0x00: 0, 0x04: 0, 0x08: 0, 0x14: 0, 0xf4: 0 });
    this.unique_id = unique_id; // 8 bytes
    this.select(false);
  }
  select(selected) {
    this.selected = selected;
    this.command = [];
    this.answers = [];
  }
  readUint32(offset) {
    if (offset === 0x28) return (1 << 1) | (1 << 2) | (this.answers.length > 0 ? 1 << 3 : 0); // SR
    if (offset === 0x60) return this.answers.shift() ?? 0;
    return super.readUint32(offset);
  }
  writeUint32(offset, value) {
    if (offset !== 0x60) return super.writeUint32(offset, value);
    const at = this.command.length;
    this.command.push(value & 0xff);
    const knows = this.selected && this.command[0] === 0x4b && at >= 5;
    this.answers.push(knows ? this.unique_id[(at - 5) % 8] : 0xff);
  }
}

/// 4.2 UART: a PL011 with timing and FIFOs of 32.
export class Uart extends BasePeripheral {
  constructor(chip, irq, line) {
    super(chip, 'UART');
    this.irq = irq;
    this.line = line; // .take(byte): to the host; .lost(): an overrun
    this.values = { 0x24: 0, 0x28: 0, 0x2c: 0, 0x30: 0x300, 0x34: 0x12, 0x38: 0 };
    this.tx = [];
    this.rx = [];
    this.raw = 0;
    this.shifting = false;
    this.tx_alarm = chip.clock.createAlarm(() => this.#shifted());
    this.rx_timeout = chip.clock.createAlarm(() => this.#raise(1 << 6, this.rx.length > 0));
  }
  get byte_ns() {
    return (10 * 16 * (this.values[0x24] + this.values[0x28] / 64) * 1e9) / this.rp2040.clkPeri;
  }
  get baud() {
    return 1e10 / this.byte_ns;
  }
  #watermark(shift) {
    return [4, 8, 16, 24, 28][(this.values[0x34] >> shift) & 7];
  }
  #raise(bit, condition) {
    if (condition) this.raw |= bit;
    this.#update();
  }
  #update() {
    this.rp2040.setInterrupt(this.irq, (this.raw & this.values[0x38]) !== 0);
  }
  #shift() {
    if (this.shifting || this.tx.length === 0) return;
    this.shifting = true;
    this.moving = this.tx.shift();
    this.#raise(1 << 5, this.tx.length === this.#watermark(0));
    this.tx_alarm.schedule(this.byte_ns);
  }
  #shifted() {
    this.shifting = false;
    this.line.take(this.moving);
    this.#shift();
  }
  receive(byte) {
    if ((this.values[0x30] & 0x201) !== 0x201) return;
    if (this.rx.length === 32) {
      this.line.lost();
      return;
    }
    this.rx.push(byte);
    this.#raise(1 << 4, this.rx.length >= this.#watermark(3));
    this.rx_timeout.schedule(3.2 * this.byte_ns);
  }
  readUint32(offset) {
    switch (offset) {
      case 0x00: {
        const byte = this.rx.shift() ?? 0;
        if (this.rx.length < this.#watermark(3)) this.raw &= ~(1 << 4);
        if (this.rx.length === 0) this.raw &= ~(1 << 6);
        this.#update();
        return byte;
      }
      case 0x18:
        return (this.tx.length === 0 ? 1 << 7 : 0) | (this.rx.length === 32 ? 1 << 6 : 0) | (this.tx.length === 32 ? 1 << 5 : 0) |
          (this.rx.length === 0 ? 1 << 4 : 0) | (this.shifting ? 1 << 3 : 0);
      case 0x3c: return this.raw;
      case 0x40: return this.raw & this.values[0x38];
    }
    return offset in this.values ? this.values[offset] : super.readUint32(offset);
  }
  writeUint32(offset, value) {
    if (offset === 0x00) {
      if ((this.values[0x30] & 0x101) !== 0x101 || this.tx.length === 32) return this.warn('a byte is written that goes nowhere');
      this.tx.push(value & 0xff);
      if (this.tx.length > this.#watermark(0)) this.raw &= ~(1 << 5);
      this.#shift();
    } else if (offset === 0x44) {
      this.raw &= ~this.rawWriteValue;
    } else if (offset in this.values) {
      this.values[offset] = value;
    } else {
      super.writeUint32(offset, value);
    }
    this.#update();
  }
}
