// A board's I2C jack, and a DGT 3000 that is plugged into it.
//
//   const board = hall_board({ jack: { noise }, host: false });
//   const clock = plug_clock(board, { seed, ...unproven(seed) });
//   clock.push('on_off'); clock.push('play'); clock.press('white'); board.port.unplug(); board.port.plug();

import { Dgt3000 } from './dgt3000.mjs';
import { I2cBus } from './i2c_bus.mjs';
import { I2cPort } from './i2c_controller.mjs';

/// `pulled_up`: by resistors; `noise`, `bit_us`: the bus's. Nothing is plugged in yet.
export function jack_of(machine, sda, { pulled_up, seed = 1, noise, bit_us } = {}) {
  const bus = machine.plug(new I2cBus({ seed, noise, bit_us }));
  const port = machine.plug(new I2cPort(bus, { sda, pulled_up }));
  return { bus, port };
}
export function plug_clock({ machine, bus }, of_clock = {}) {
  const clock = machine.plug(new Dgt3000({ bus, ...of_clock }));
  clock.connect(machine); // which may run already
  return clock;
}
