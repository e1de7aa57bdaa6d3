// The host's clock. Steps wait with it alone, so that a test can give them that of an emulated world.

import { setTimeout as pause } from 'node:timers/promises';

export class RealClock {
  now_us() {
    return performance.now() * 1000;
  }
  sleep(us) {
    return pause(us / 1000);
  }
  /// Whether `met()` came true within `limit_us`.
  async until(met, limit_us) {
    const end_us = this.now_us() + limit_us;
    while (!met()) {
      if (this.now_us() >= end_us) return false;
      await pause(1);
    }
    return true;
  }
}
