// Runs a machine in real time, for programs on this computer.

import { setImmediate, setTimeout as sleep } from 'node:timers/promises';

const slice_us = 1_000;
const most_behind_us = 50_000;

export class RealTime {
  /// Behind real time.
  lost_us = 0;
  #stopped = false;

  constructor(machine) {
    this.machine = machine;
  }
  /// Until stop(); passes on the machine's errors.
  async run() {
    let origin_us = performance.now() * 1000 - this.machine.now_us;
    while (!this.#stopped) {
      const target_us = performance.now() * 1000 - origin_us;
      this.machine.run_until(Math.min(target_us, this.machine.now_us + slice_us));
      const behind_us = target_us - this.machine.now_us;
      if (behind_us > most_behind_us) {
        origin_us += behind_us;
        this.lost_us += behind_us;
      }
      if (behind_us > 0) await setImmediate();
      else await sleep(1);
    }
  }
  stop() {
    this.#stopped = true;
  }
}
