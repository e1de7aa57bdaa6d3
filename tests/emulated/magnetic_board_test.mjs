// The world itself, without a board's firmware: what squares feel.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { base_mm, deep, MagneticBoard, reeds, shallow, square_mm, thin } from './lib/magnetic_board.mjs';

const near = (seen, wanted, by, what) => assert.ok(Math.abs(seen - wanted) <= by, `${what}: ${seen}, not ${wanted}`);
const [e2, e4, e5] = [12, 28, 36], edge_mm = (square_mm - base_mm) / 2;
const middle = square => [square % 8 * square_mm, Math.floor(square / 8) * square_mm];
const at_start = square => square < 16 ? 'white' : square >= 48 ? 'black' : undefined;
const mean = values => values.reduce((sum, value) => sum + value) / values.length;

/// Over boards of one geometry, what a White's piece there makes of e4's level.
const felt_by_e4 = (built, square, file_mm, rank_mm) => Array.from({ length: 60 }, (_, seed) => {
  const world = new MagneticBoard({ built, seed });
  const rest = world.level(e4, 1);
  const [file, rank] = middle(square);
  world.add('white', [2, file + file_mm, rank + rank_mm, 0]);
  return world.level(e4, 2) - rest;
});

test('a sensor feels a piece in the middle, in a corner and on the next square as the field says', () => {
  const told = built => [[e4, 0, 0], [e4, edge_mm, edge_mm], [e5, 0, -edge_mm]].map(place => mean(felt_by_e4(built, ...place)));
  const [on_axis, corner, next] = told(deep);
  console.log(`deep: ${on_axis.toFixed(0)}, ${corner.toFixed(0)}, ${next.toFixed(1)} steps`);
  near(on_axis, 432, 15, 'in the middle');
  near(corner, 72, 5, 'in the corner');
  near(next, -8.3, 1.5, 'on the next square');
  const of_thin = told(thin);
  console.log(`thin: ${of_thin.map(level => level.toFixed(0)).join(', ')} steps`);
  near(of_thin[1], 83, 8, 'in the corner of a thin board');
  const [, corner_of_shallow] = told(shallow);
  assert.ok(corner_of_shallow < 0, 'close under the board a corner is of the wrong colour');
});

test('rest levels are spread, and 22 kOhm to ground take a tenth of those of a thin board', () => {
  const rests = built => Array.from({ length: 64 }, (_, square) => new MagneticBoard({ built }).level(square, square + 1));
  near(mean(rests(deep)), 2_039, 20, 'deep');
  near(mean(rests(thin)), 1_832, 12, 'thin');
  assert.ok(Math.max(...rests(deep)) - Math.min(...rests(deep)) > 100);
});

test('an output is linear to 0.2 V from the rails, and then comes near them', () => {
  const world = new MagneticBoard({ built: { ...deep, gap_mm: 4 } });
  world.add('white', [1, ...middle(e4), 0]);
  const level = world.level(e4, 2) * (1 + deep.ohm / 22_000);
  assert.ok(level > 2_048 + 1_800 && level <= 4_076, `${level}`);
});

test('what is put down and carried away again leaves nothing; a lifted piece is felt less', () => {
  const world = new MagneticBoard({ built: deep });
  const rest = world.level(e4, 1);
  const piece = world.add('black', [1, ...middle(e4), 0]);
  const low = world.level(e4, 2);
  world.move(piece, [[10, ...middle(e4), 0], [20, ...middle(e4), 15]]);
  assert.equal(world.level(e4, 9), low);
  const lifted = world.level(e4, 15);
  assert.ok(lifted > low && world.level(e4, 30) > lifted);
  world.remove(piece);
  near(world.level(e4, 31), rest, 1e-6, 'at rest');
});

test('magnets lose by warmth what sensors gain; what is left is drift', () => {
  const world = new MagneticBoard({ built: deep, drift: 0 });
  const rest = world.level(e4, 1);
  world.add('white', [1, ...middle(e4), 0]);
  const cold = world.level(e4, 2) - rest;
  world.kelvin = () => 15;
  near((world.level(e4, 3) - rest) / cold, 1, 0.001, 'a level 15 K warmer');
});

test('adjusted reeds close for a piece 18 mm off, or nearly so, and not for one on the next square', () => {
  let open = 0;
  for (let seed = 1; seed <= 10; ++seed)
    for (const [file_mm, rank_mm, near_enough] of [[16.5, 0, true], [0, -16.5, true], [0, 55 - edge_mm, false]]) {
      const world = new MagneticBoard({ built: reeds, seed });
      const piece = world.add('white', [1, 0, 0, 0]);
      piece.strength = 1;
      world.move(piece, [[1, 4 * 55 + file_mm, 3 * 55 + rank_mm, 0]]);
      if (world.reeds(2)[e4] !== near_enough) ++open;
    }
  assert.ok(open <= 1, `${open} of 30`);
});

test('thirty-one other pieces lower e4 by more than a third of what a neighbour does', () => {
  const far = [];
  for (let seed = 1; seed <= 200; ++seed) {
    const world = new MagneticBoard({ built: deep, seed });
    let at_us = 0;
    const level = () => world.level(e4, ++at_us);
    const rest = level();
    for (let square = 0; square < 64; ++square)
      if (at_start(square) && square !== e2) world.add(at_start(square), [0, ...middle(square), 0]);
    far.push(level() - rest);
  }
  console.log(`e4 feels ${mean(far).toFixed(1)} steps of all others`);
  near(mean(far), -2.9, 0.3, 'of all others');
});
