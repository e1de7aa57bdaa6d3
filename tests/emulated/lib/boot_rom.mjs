// The boot ROM, as an image sees it (RP2040 data sheet, 2.7 and 2.8): it checks and starts the second stage,
// and has a table of functions, each two instructions, the first of which calls back here.

const second_stage_at = 0x20041f00;

/// 2.8.1.3.1: polynomial 0x04C11DB7, start 0xFFFFFFFF, neither reflected nor inverted.
function checksum(bytes) {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte << 24;
    for (let bit = 0; bit < 8; ++bit) crc = crc & 0x80000000 ? (crc << 1) ^ 0x04c11db7 : crc << 1;
  }
  return crc >>> 0;
}

const code = letters => letters.charCodeAt(0) | (letters.charCodeAt(1) << 8);

export class BootRom {
  constructor(chip, to_loader) {
    this.chip = chip;
    this.connected = false;
    this.xip = true; // the flash is memory
    this.before_change = null; // (flash, at, to): at a change of a flash byte; tests may throw
    const functions = {
      IF: () => { this.connected = true; },
      EX: () => { this.#require(this.connected, 'flash_exit_xip without connect_internal_flash'); this.xip = false; },
      RE: (at, count) => this.#erase(at, count),
      RP: (at, from, count) => this.#program(at, from, count),
      FC: () => chip.writeUint32(0x4001800c, 0),
      CX: () => { this.xip = true; this.connected = false; },
      UB: (activity_pins, without) => {
        chip.peripherals[0x40058].scratchData.set([activity_pins, without]);
        to_loader();
      },
    };
    this.#lay_out(functions);
  }

  /// Enters the second stage in RAM. Throws if the chip would fall back to its loader.
  start() {
    const { chip } = this;
    const stage = chip.flash.slice(0, 256);
    const stored = new DataView(stage.buffer).getUint32(252, true);
    if (checksum(stage.subarray(0, 252)) !== stored) throw new Error('the second stage has a wrong checksum');
    chip.sram.set(stage, second_stage_at - 0x20000000);
    chip.core.VTOR = 0;
    chip.core.SP = second_stage_at;
    chip.core.LR = 0;
    chip.core.PC = second_stage_at;
  }

  #lay_out(functions) {
    const { chip } = this;
    const rom = new DataView(chip.bootrom.buffer);
    const table = 0x100, lookup = 0x40, first_function = 0x200;
    const calls = [null, ...Object.values(functions)];
    const addresses = new Map();
    const function_at = (address, number) => {
      rom.setUint16(address, 0xde00 | number, true); // udf #number
      rom.setUint16(address + 2, 0x4770, true);      // bx lr
      return address | 1;
    };
    rom.setUint32(0x10, 0x0301754d, true); // 'M', 'u', 1, version 3
    rom.setUint16(0x14, table, true);
    rom.setUint16(0x18, function_at(lookup, 0), true);
    Object.keys(functions).forEach((name, at) =>
      addresses.set(code(name), function_at(first_function + 4 * at, at + 1)));
    chip.onBreak = number => {
      const { core } = chip;
      if (core.PC >= chip.bootrom.length * 4) { // udf elsewhere: hard fault, which returns to the instruction
        core.PC -= 2;
        return core.exceptionEntry(3);
      }
      const [r0, r1, r2, r3] = core.registers;
      if (number === 0) core.registers[0] = r0 === table ? addresses.get(r1) ?? 0 : 0;
      else calls[number](r0, r1, r2, r3);
    };
  }
  #require(condition, what) {
    if (!condition) throw new Error(`boot ROM: ${what}`);
  }
  #device(what) {
    this.#require(this.connected && !this.xip, `${what} while the flash is memory`);
    this.#require(this.chip.core.PM, `${what} with interrupts on`);
  }
  #change(at, to) {
    this.before_change?.(this.chip.flash, at, to);
    this.chip.flash[at] = to;
  }
  #pass(us) {
    this.chip.clock.tick(us * 1000);
  }
  #erase(at, count) {
    this.#device('flash_range_erase');
    this.#require(at % 4096 === 0 && count % 4096 === 0, 'flash_range_erase of part of a sector');
    for (let byte = at; byte < at + count; ++byte) this.#change(byte, 0xff);
    this.#pass(45_000 * (count / 4096));
  }
  #program(at, from, count) {
    this.#device('flash_range_program');
    this.#require(at % 256 === 0 && count % 256 === 0, 'flash_range_program of part of a page');
    for (let byte = 0; byte < count; ++byte) // clears bits only
      this.#change(at + byte, this.chip.flash[at + byte] & this.chip.readUint8(from + byte));
    this.#pass(400 * (count / 256));
  }
}
