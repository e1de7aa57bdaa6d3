// What the models of a board take from its netlist: how it is wired.

import { readFileSync } from 'node:fs';
import { read } from '../../../tools/hardware/netlist.mjs';
import { wiring_of } from '../../../tools/hardware/wiring.mjs';

export { wiring_of };

const folders = { 'pico-matrix': 'pico-matrix', 'pico-hall': 'pico-hall', 'pico-hall-thin': 'pico-hall' };
const wirings = new Map();

/// That of a board by its name.
export const netlist_of_board = name =>
  read(readFileSync(new URL(`../../../firmware/boards/${folders[name]}/hardware/${name}.net`, import.meta.url), 'utf8'));
export function wiring_of_board(name) {
  if (!wirings.has(name)) wirings.set(name, wiring_of(netlist_of_board(name)));
  return wirings.get(name);
}
