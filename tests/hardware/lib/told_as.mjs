// As which square a pico-hall tells each of its sensors, as a netlist joins them: firmware/boards/pico-hall/sensors.cpp has
// the order of its looks.

import { under_squares } from '../../../tools/hardware/wiring.mjs';

const name_of = square => 'abcdefgh'[square % 8] + (1 + (square >> 3));
const [address, enable, level] = [2, 6, 26]; // the first GP numbers

/// Map of names: where a magnet is, and where it is told.
export function told_as(netlist) {
  return new Map(under_squares(netlist).map(([sensor], square) => {
    const at_once = (sensor.enable - enable) % 2; // multiplexers n and n + 2 are on at the same time
    return [name_of(square), name_of(32 * (sensor.input - level) + 16 * at_once + (sensor.high >> address))];
  }));
}
