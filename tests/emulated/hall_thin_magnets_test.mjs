// The thin board of firmware/README.md: four sensors under each square, joined by resistors, with 22 kΩ to ground.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { thin } from './lib/magnetic_board.mjs';
import { calibrate, cold_start, magnetic_hall, place_and_lift, play, set_up } from './lib/magnetic_play.mjs';

const nothing_wrong = { missed: 0, wrong: 0, felt: 0, stuck: 0 };
const thin_board = options => magnetic_hall({ built: thin, wiring: 'pico-hall-thin', ...options });

test('its levels are a tenth lower, and what hands do is told once, also after a start in 15 K more', () => {
  const board = thin_board({ seed: 1 });
  const { zero, median, threshold, release } = calibrate(board);
  const rest = zero.reduce((sum, level) => sum + level) / zero.length;
  console.log(`at rest ${rest.toFixed(0)}, median ${median.toFixed(0)} steps, threshold ${threshold}, release ${release}`);
  assert.ok(rest > 1_800 && rest < 1_860);
  const by_hand = place_and_lift(board, 5);
  assert.deepEqual({ ...by_hand, placed: 0 }, { placed: 0, ...nothing_wrong });
  set_up(board, 24);
  assert.deepEqual(play(board, ['high', 'slide', 'low', 'capture', 'slide', 'low'], 18).wrong, []);
  board.hands.clear();
  cold_start(board, 15);
  const warmer = place_and_lift(board, 2);
  assert.deepEqual({ ...warmer, placed: 0 }, { placed: 0, ...nothing_wrong });
  console.log(`${by_hand.placed + warmer.placed} put down and lifted, 18 moves`);
});

test('anywhere on their squares all are felt', () => {
  const board = thin_board({ seed: 2, anywhere: true });
  calibrate(board);
  assert.deepEqual({ ...place_and_lift(board, 4), placed: 0 }, { placed: 0, ...nothing_wrong });
});

test('with the deep board\'s share of 14 % its neighbours are felt', () => {
  const board = thin_board({ seed: 1, anywhere: true });
  const { threshold } = calibrate(board, 0.14);
  const { placed, ...others } = place_and_lift(board, 1);
  console.log(`threshold ${threshold}: of ${placed} ${JSON.stringify(others)}`);
  assert.notDeepEqual(others, nothing_wrong);
});
