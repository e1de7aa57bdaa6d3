// rp2040js steps PIO state machines as fast as the host likes, enabled or not. Here enabled ones run by the
// chip's clock and their dividers, one instruction with its delay at a time.

export function pace_pio(chip) {
  for (const pio of chip.pio) {
    const runners = pio.machines.map(machine => new Runner(chip, pio, machine));
    pio.run = () => runners.forEach(runner => runner.go_on(1));
  }
}

class Runner {
  constructor(chip, pio, machine) {
    Object.assign(this, { chip, pio, machine, stepping: false });
    this.alarm = chip.clock.createAlarm(() => this.#step());
    const check_wait = machine.checkWait.bind(machine);
    machine.checkWait = () => {
      const waited = machine.waiting;
      const before = machine.cycles;
      check_wait();
      if (waited && !machine.waiting && !this.stepping) this.go_on(1 + machine.cycles - before);
    };
  }

  /// Schedules the next instruction.
  go_on(cycles) {
    const { enabled, waiting, clockDivInt, clockDivFrac } = this.machine;
    if (!enabled || waiting) return;
    this.alarm.schedule(cycles * ((clockDivInt || 65536) + clockDivFrac / 256) * 1e9 / this.chip.clkSys);
  }

  #step() {
    if (!this.machine.enabled) return;
    const before = this.machine.cycles;
    this.stepping = true;
    this.machine.step();
    this.stepping = false;
    this.pio.checkChangedPins();
    this.go_on(this.machine.cycles - before);
  }
}
