// The model of the converter and the wires before it.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hall_board, levels, strength } from './lib/hall_board.mjs';
import { uneven_code } from './lib/sensors.mjs';

test('the uneven converter has four codes that are 8.9 steps too wide, no code twice, and both ends', () => {
  const width = new Map();
  let last = -1;
  for (let level = 0; level < 4095.5; level += 0.01) {
    const code = uneven_code(level);
    assert.ok(code === last || code === last + 1 || last === -1, `${last} is followed by ${code}`);
    width.set(code, (width.get(code) ?? 0) + 0.01);
    last = code;
  }
  assert.deepEqual([uneven_code(-5), uneven_code(0), uneven_code(4095), uneven_code(5000)], [0, 0, 4095, 4095]);
  for (const wide of [511, 1535, 2559, 3583]) assert.ok(Math.abs(width.get(wide) - 9.9) < 0.05, `${wide}: ${width.get(wide)}`);
  for (const narrow of [100, 510, 512, 2047, 4000])
    assert.ok(Math.abs(width.get(narrow) - 0.991) < 0.03, `${narrow}: ${width.get(narrow)}`);
  const error = Math.max(...Array.from({ length: 4096 }, (_, level) => Math.abs(uneven_code(level) - level)));
  console.log(`no level is off by more than ${error} steps`);
  assert.ok(error >= 4 && error <= 8);
});

/// How far the level of d4 is off when all others show the opposite.
function error_of_d4(pf) {
  const { machine, sensors, ...rest } = hall_board({ sensors: { noise: 0, wires: { pf, ohm: 2_700 } } });
  const d4 = 27;
  for (let square = 0; square < 64; ++square) sensors.move(square, square === d4 ? strength : -strength);
  machine.run_for(20_000);
  return Math.abs(levels({ machine, sensors, ...rest })[d4] - sensors.zero[d4] - strength);
}
test('wires of 100 pF settle behind the resistors of the thin board, one of 3 nF does not', () => {
  assert.ok(error_of_d4(100) <= 1);
  assert.ok(error_of_d4(Array.from({ length: 64 }, (_, square) => square === 27 ? 3_000 : 100)) > 50);
});
