// The unchanged pico-hall image under magnets and hands: the deep board of firmware/README.md, as it may come out of a
// workshop, calibrated as documented.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deep, shallow } from './lib/magnetic_board.mjs';
import { calibrate, magnetic_hall, place_and_lift, play, set_up } from './lib/magnetic_play.mjs';

const kinds = ['high', 'slide', 'low', 'capture', 'slide', 'low'];

function built(options) {
  const board = magnetic_hall(options);
  const { median, weakest, threshold, release } = calibrate(board);
  console.log(`seed ${options.seed}: median ${median.toFixed(0)} steps, weakest ${weakest.toFixed(0)}, `
    + `threshold ${threshold}, release ${release}`);
  return board;
}
function nothing_wrong_with({ placed, missed, ...others }, most_missed = 0) {
  console.log(`${placed} put down and lifted: ${missed} missed`);
  assert.deepEqual(others, { wrong: 0, felt: 0, stuck: 0 });
  assert.ok(missed <= most_missed, `${missed} missed`);
}
function played_rightly(board, count) {
  set_up(board, 24);
  const { wrong, felt } = play(board, kinds, count);
  console.log(`${count} moves: on their way ${felt} squares felt a piece`);
  assert.deepEqual(wrong, []);
}

for (const seed of [1, 2])
  test(`what hands do is told once and in its colour, and neighbours feel nothing (board ${seed})`, () => {
    const board = built({ built: deep, seed });
    nothing_wrong_with(place_and_lift(board, 5));
    played_rightly(board, 18);
  });

test('anywhere on their squares, too', () => {
  const board = built({ built: deep, seed: 3, anywhere: true });
  nothing_wrong_with(place_and_lift(board, 5), 1); // of 160; 0.12 % are published
  played_rightly(board, 12);
});

test('close under the board, with half of the level as threshold, pieces are missed', () => {
  const board = built({ built: shallow, seed: 1 });
  const { placed, missed } = place_and_lift(board, 2);
  console.log(`gap 5: of ${placed} put down ${missed} are missed`);
  assert.ok(missed > 0.2 * placed);
});
