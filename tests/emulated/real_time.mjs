// Lets a machine run in everybody's time, for programs of this computer that talk with it.

import { setImmediate, setTimeout as sleep } from 'node:timers/promises';

const slice_us = 1_000;
const most_behind_us = 50_000;

export class RealTime {
  /// How much longer it took than in reality.
  lost_us = 0;
  #stopped = false;

  constructor(machine) {
    this.machine = machine;
  }
  /// Until stop(); throws what the machine throws.
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
