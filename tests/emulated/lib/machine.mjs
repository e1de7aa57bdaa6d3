// An RP2040 running an unchanged image, and its world, on one clock; exactly repeatable.
//
//   const machine = new Machine(read_image('pico-matrix'));
//   machine.plug(part);        part.connect(machine) runs at every start of the chip
//   machine.power_on();
//   machine.at(time_us, act);  world time: microseconds since construction
//   machine.run_for(us);

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { RP2040 } from 'rp2040js';
import { BootRom } from './boot_rom.mjs';
import { pace_pio } from './pio.mjs';
import { random_numbers } from './random.mjs';
import {
  ChipReset, correct_alarms, FlashInterface, FlashPins, had, latch_interrupts, Resets, RingOscillator, Uart,
} from './chip_gaps.mjs';

export { random_numbers };

const folder = process.env.ADOUBE_IMAGES ?? new URL('../../../build/pico', import.meta.url).pathname;

/// If the image is missing, ends the process with CTest's "skipped", or with a failure under tools/test,
/// which builds it.
export function read_image(name, kind = 'bin') {
  const path = join(folder, `${name}.${kind}`);
  if (existsSync(path)) return readFileSync(path);
  const is_skipped = !process.env.ADOUBE_TIER;
  console.log(`${is_skipped ? 'SKIPPED' : 'FAILED'}: there is no ${path}; cmake --preset pico && cmake --build --preset pico makes it`);
  process.exit(is_skipped ? 77 : 1);
}

/// What the emulator does not know is a fault of the test or of the emulator.
class StrictLogger {
  constructor(core) {
    this.core = core;
  }
  debug() {}
  info(_, message) {
    if (message === 'SEV') this.core().eventRegistered = true; // rp2040js only logs it
  }
  warn(name, message) {
    throw new Error(`${name}: ${message}`);
  }
  error(name, message) {
    throw new Error(`${name}: ${message}`);
  }
}

export class Machine {
  constructor(image, { seed = 1, flash_id = [0xe6, 0x61, 0xa4, 0xc3, 0x11, 0x22, 0x33, 0x44] } = {}) {
    this.image = image;
    this.flash_id = flash_id;
    this.random = random_numbers(seed);
    this.parts = [];
    this.ahead = []; // [time_ns, number, act], sorted
    this.planned = 0;
    this.epoch_ns = 0;   // the chip's last start
    this.chipless_ns = 0; // since then, without a running chip
    this.starts = 0;
    this.in_loader = false;
    this.run_end_ns = Infinity;
    this.busy_cycles = 0; // spent awake
    this.instructions = 0;
  }

  plug(part) {
    this.parts.push(part);
    return part;
  }

  // --- time
  get now_ns() {
    return this.epoch_ns + (this.#runs ? this.chip.clock.nanosCounter : this.chipless_ns);
  }
  get now_us() {
    return this.now_ns / 1000;
  }
  get #runs() {
    return this.chip !== undefined && !this.in_loader;
  }
  /// Restarts with the chip.
  get board_us() {
    return this.chip.clock.nanos / 1000;
  }
  at(time_us, act) {
    const event = [Math.max(time_us * 1000, this.now_ns), this.planned++, act];
    let low = 0, high = this.ahead.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.ahead[middle][0] <= event[0]) low = middle + 1;
      else high = middle;
    }
    this.ahead.splice(low, 0, event);
    this.run_end_ns = Math.min(this.run_end_ns, event[0]); // for a chip that runs now
  }
  after(us, act) {
    this.at(this.now_us + us, act);
  }
  run_for(us) {
    this.run_until(this.now_us + us);
  }
  run_until(time_us) {
    const end_ns = time_us * 1000;
    for (;;) {
      const next_ns = Math.min(end_ns, this.ahead[0]?.[0] ?? Infinity);
      if (!this.#run_chip(next_ns)) continue;
      if (!(this.ahead[0]?.[0] <= end_ns)) return;
      this.ahead.shift()[2]();
    }
  }
  /// Checks `met()` every `step_us`; throws after `limit_us`.
  run_until_met(met, limit_us, what = 'what was waited for', step_us = 100) {
    const end_us = this.now_us + limit_us;
    while (!met()) {
      if (this.now_us >= end_us) throw new Error(`${what} did not come within ${limit_us} µs`);
      this.run_for(step_us);
    }
  }

  run_to_sleep() {
    while (!this.chip.core.waiting) this.run_for(10);
  }

  // --- starts
  power_on() {
    this.#start(had.power, { sram: null });
  }
  /// Too short for RAM to be lost.
  brown_out() {
    this.#start(had.power, { sram: this.chip.sram });
  }
  pull_run_pin() {
    this.#start(had.run_pin, { sram: this.chip.sram });
  }
  /// As when told to, or after a UF2 file.
  leave_loader() {
    this.#watchdog_reset({ scratchData: this.chip.peripherals[0x40058].scratchData, reason: 1 });
  }
  #watchdog_reset(watchdog) {
    const { scratchData, reason } = watchdog;
    this.#start(this.chip_reset_cause, { sram: this.chip.sram, watchdog: { scratchData, reason } });
  }
  #start(cause, { sram, watchdog }) {
    const before = this.chip;
    const chip = new RP2040();
    this.epoch_ns = this.now_ns;
    this.chip = chip;
    this.chip_reset_cause = cause;
    this.in_loader = false;
    this.reset_wanted = null;
    ++this.starts;
    chip.logger = new StrictLogger(() => chip.core);
    chip.clkSys = chip.clkPeri = chip.roscFreq;
    if (sram) chip.sram.set(sram);
    else for (let at = 0; at < chip.sram.length; ++at) chip.sram[at] = this.random() * 256;
    if (before) chip.flash.set(before.flash);
    else chip.flash.set(this.image);
    this.#fill_gaps(chip, cause);
    const dog = chip.peripherals[0x40058];
    if (watchdog) Object.assign(dog, watchdog);
    dog.onWatchdogTrigger = () => {
      dog.alarm.enable = false; // rp2040js would repeat it for ever
      this.reset_wanted = dog;
    };
    for (const part of this.parts) part.connect(this);
    this.rom.start();
  }
  #fill_gaps(chip, cause) {
    const flash = new FlashInterface(chip, this.flash_id);
    const uart_line = { take: byte => this.uart_listener?.(byte), lost: () => { ++this.uart_overruns; } };
    this.uart_overruns = 0;
    this.uart = new Uart(chip, 20, uart_line);
    Object.assign(chip.peripherals, {
      0x18000: flash,
      0x4000c: new Resets(chip),
      0x40018: new FlashPins(chip, flash),
      0x40034: this.uart,
      0x40060: new RingOscillator(chip, this.random),
      0x40064: new ChipReset(chip, cause),
    });
    latch_interrupts(chip.core);
    correct_alarms(chip.peripherals[0x40054]);
    pace_pio(chip);
    this.rom = new BootRom(chip, () => {
      this.chipless_ns = chip.clock.nanosCounter;
      this.in_loader = true;
    });
  }

  /// False if it ended early: an event is due, or the chip left its program.
  #run_chip(until_ns) {
    const { chip, epoch_ns } = this;
    if (!this.#runs) {
      this.chipless_ns = Math.max(this.chipless_ns, until_ns - epoch_ns);
      return true;
    }
    const { core, clock } = chip;
    this.run_end_ns = until_ns;
    for (;;) {
      const end = this.run_end_ns - epoch_ns;
      if (clock.nanosCounter >= end) break;
      // rp2040js sleeps through interrupts already pending.
      if (core.waiting && (core.pendingInterrupts & core.enabledInterrupts) !== 0) core.waiting = false;
      if (core.waiting) {
        const alarm = clock.nextAlarm;
        clock.tick((alarm && alarm.nanos < end ? alarm.nanos : end) - clock.nanosCounter);
      } else {
        if (!this.rom.xip && core.PC >>> 28 === 1) throw new Error('runs from the flash while it is no memory');
        const cycles = core.executeInstruction();
        this.busy_cycles += cycles;
        ++this.instructions;
        const now = clock.nanosCounter + (cycles * 1e9) / chip.clkSys;
        if (clock.nextAlarm && clock.nextAlarm.nanos <= now) clock.tick(now - clock.nanosCounter);
        else clock.nanosCounter = now;
      }
      if (this.in_loader) return false;
      if (this.reset_wanted) {
        this.#watchdog_reset(this.reset_wanted);
        return false;
      }
    }
    return this.run_end_ns === until_ns;
  }
}
