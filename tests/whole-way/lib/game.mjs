// A game that hands play on the board, and whether it arrives whole.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { game_of, hands_of, sensor_log_of } from './hands.mjs';

const longest_pause_ms = 400;

/// Moves and result of a game in `tools/games`, and its hands. `bin`: the programs.
export function game_by_hand(bin, name) {
  const pgn = fileURLToPath(new URL(`../../../tools/games/${name}.pgn`, import.meta.url));
  const played = game_of(readFileSync(pgn, 'utf8'));
  const log = execFileSync(join(bin, 'adoube'), ['simulate', pgn, '--sensing', 'presence'], { encoding: 'utf8' });
  const hands = hands_of(log, longest_pause_ms);
  const read = execFileSync(join(bin, 'adoube'), ['replay', '-'], { input: sensor_log_of(hands, log), encoding: 'utf8' });
  assert.deepEqual(game_of(read), played, 'nobody could understand these hands');
  return { played, hands };
}

/// `mishaps`: [n, action], at lift n from 0, in order; the hand waits until it is over.
export async function play(way, hands, mishaps) {
  const in_the_air = hands.filter(({ in_hand }) => in_hand);
  assert.ok(in_the_air.length > mishaps.at(-1)[0] + 5, 'this game is too short');
  let last_ms = 0;
  for (const [at, step] of hands.entries()) {
    await way.board.pass(step.at_ms - last_ms);
    last_ms = step.at_ms;
    way.board.act(step);
    const [, happen] = mishaps.find(([when]) => in_the_air[when] === step) ?? [];
    if (!happen) continue;
    way.log(`in move ${step.ply} ${happen.name.replaceAll('_', ' ')}`);
    await happen(way, at + 1);
  }
  way.log('the last move is made');
}

export async function check_game(way, played) {
  let recorded;
  for (let tries = 0; tries < 60; ++tries) {
    recorded = game_of(await way.pgn());
    if (recorded.result === played.result) break;
    await sleep(500);
  }
  assert.deepEqual(recorded, played);
}

/// Every event arrived once and in order. Returns the number of the board's boots.
export function check_events(journal, hands) {
  const events = journal.filter(({ boot }) => boot);
  const what = ({ lift, drop, press }) => ({ lift, drop, press });
  assert.deepEqual(events.map(({ input }) => what(input)), hands.map(what));
  const boots = [...new Set(events.map(({ boot }) => boot))];
  for (const boot of boots) {
    const numbers = events.filter(event => event.boot === boot).map(({ number }) => number);
    assert.deepEqual(numbers, numbers.map((_, n) => n));
  }
  return boots.length;
}
