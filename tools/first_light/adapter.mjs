// A hand that the host's clock knows: the TX of a USB serial adapter for 3.3 V, through 1 kΩ to GP20 (White's "j'adoube"
// button), its ground to the board's. A zero byte at 300 baud holds the line low for 30 ms, which is a press.

import { open_line } from './line.mjs';

export const press_us = 30_000;

export async function open_adapter(device, clock) {
  const line = await open_line(device, 300);
  if (!line) throw new Error(`the adapter at ${device} cannot be opened`);
  return {
    /// When it was ordered; the adapter adds up to 2 ms.
    press() {
      const ordered_us = clock.now_us();
      line.send([0]);
      return ordered_us;
    },
    adds_us: 2_000,
    close: () => line.close(),
  };
}
