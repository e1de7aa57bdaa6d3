// The unchanged pico-matrix image under magnets and hands: upright reeds that were adjusted as firmware/README.md says,
// and bounce.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { small_magnets, reeds } from './lib/magnetic_board.mjs';
import { magnetic_matrix, place_and_lift, play, set_up } from './lib/magnetic_play.mjs';

const kinds = ['high', 'slide', 'low', 'capture', 'slide', 'low'];

for (const seed of [1, 2])
  test(`what hands do is told once, whatever reeds bounce, and neighbours feel nothing (board ${seed})`, () => {
    const board = magnetic_matrix({ built: reeds, seed });
    const { placed, ...others } = place_and_lift(board, 5);
    assert.deepEqual(others, { missed: 0, wrong: 0, felt: 0, stuck: 0 });
    set_up(board, 24);
    const { wrong, felt } = play(board, kinds, 18);
    console.log(`${board.world.mt_per_at.toFixed(2)} mT an ampere-turn: ${placed} put down and lifted, 18 moves, `
      + `on their way ${felt} squares felt a piece`);
    assert.deepEqual(wrong, []);
  });

test('anywhere on their squares one of seventy is missed, and nothing else', () => {
  const board = magnetic_matrix({ built: reeds, seed: 3, anywhere: true });
  const { placed, missed, ...others } = place_and_lift(board, 5);
  console.log(`anywhere: of ${placed} put down ${missed} are missed`);
  assert.deepEqual(others, { wrong: 0, felt: 0, stuck: 0 });
  assert.ok(missed <= 0.05 * placed);
});

test('reeds as near as they may come miss many pieces with magnets of 10 x 3 mm', () => {
  const board = magnetic_matrix({ built: small_magnets, seed: 1, anywhere: true });
  const { placed, ...others } = place_and_lift(board, 2);
  console.log(`10 x 3 mm: of ${placed} ${JSON.stringify(others)}`);
  assert.ok(others.missed > 0.05 * placed);
});
