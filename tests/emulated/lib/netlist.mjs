// What the models of a board take from its netlist: how it is wired.

import { readFileSync } from 'node:fs';
import { read } from '../../../tools/hardware/netlist.mjs';
import { wiring_of } from '../../../tools/hardware/wiring.mjs';

export { wiring_of };

const wirings = new Map();

/// That of 'pico-matrix' or 'pico-hall'.
export function wiring_of_board(name) {
  if (!wirings.has(name)) {
    const path = new URL(`../../../firmware/boards/${name}/hardware/${name}.net`, import.meta.url);
    wirings.set(name, wiring_of(read(readFileSync(path, 'utf8'))));
  }
  return wirings.get(name);
}
