// A board's I2C jack with a DGT 3000 at it.
//
//   const board = hall_board({ host: false });
//   const { clock, port, bus } = clock_jack(board.machine, { sda: 14, seed, noise, ...unproven(seed) });
//   start(board);                    of hall_board.mjs: powers on again, now with the jack
//   clock.push('on_off'); clock.push('play'); clock.press('white'); port.unplug(); port.plug();

import { Dgt3000 } from './dgt3000.mjs';
import { I2cBus } from './i2c_bus.mjs';
import { I2cPort } from './i2c_controller.mjs';

/// `pulled_up`, `sda`: the port's; `noise`, `bit_us`: the bus's; all else the clock's.
export function clock_jack(machine, { sda = 14, pulled_up, seed = 1, noise, bit_us, ...of_clock } = {}) {
  const bus = machine.plug(new I2cBus({ seed, noise, bit_us }));
  const port = machine.plug(new I2cPort(bus, { sda, pulled_up }));
  const clock = machine.plug(new Dgt3000({ bus, seed, ...of_clock }));
  return { bus, port, clock };
}
