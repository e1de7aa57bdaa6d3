// A hundred virtual boards on the walls of a hall. Run by CTest as operator_test.js.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

import { Chess } from 'chess.js';

import { address, boards, bring_boards, hall_of, look_at_page, photograph } from './organiser_hall.js';
import { comes_to, read_boards, text_of } from './page.js';

const count = 100, minute_ms = 60_000;
hall_of({ tables: count, with_boards: count, seat: number => `white = "White ${number}"\nblack = "Black ${number}"` });

const moves = 'e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6'.split(' ');
const plies_of = number => number % moves.length + 1;
const position_of = number => {
  const game = new Chess();
  for (const san of moves.slice(0, plies_of(number))) game.move(san);
  return game.fen().split(' ')[0];
};

/// The boards that are whole on the screen, and how high each is.
const on_screen = page => page.$$eval('.card', cards => cards.map(card => {
  const { top, left, bottom, right } = card.getBoundingClientRect();
  const is_whole = top >= 0 && left >= 0 && bottom <= innerHeight && right <= innerWidth;
  return [Number(card.getAttribute('href').match(/\d+/)[0]), is_whole, card.querySelector('svg.board').clientHeight];
}));

/// Notes in `seen` the boards that are shown as they stand; what turns meanwhile is looked at again.
async function look(page, seen, small) {
  const before = await on_screen(page), positions = await read_boards(page, '.card'), after = await on_screen(page);
  if (JSON.stringify(before) !== JSON.stringify(after)) return;
  before.forEach(([number, is_whole, height], at) => {
    if (is_whole && positions[at] === position_of(number)) seen.add(number);
    if (height < 0.2 * page.viewportSize().height) small.add(`${number}: ${height}`);
  });
}

test('of a hundred boards one is not seen on a wall within a minute, at 1080p or at 4K, or is too small to be read', async () => {
  bring_boards();
  await comes_to(async () => (await (await fetch(`${address}/api/round`)).json()).round.games.length, count);
  boards.forEach((board, at) => board.play(moves.slice(0, plies_of(at + 1)).join(' ')));
  const played = async () => (await (await fetch(`${address}/api/round`)).json()).round.games.filter(({ board, moves: made }) => made.length === plies_of(board)).length;
  await comes_to(played, count, 120_000);

  const sizes = [[1920, 1080], [3840, 2160]];
  const walls = [];
  for (const [width, height] of sizes) {
    const page = await look_at_page('/', { width, height });
    await comes_to(() => text_of(page, '#connection'), 'Live');
    walls.push({ page, seen: new Set(), small: new Set() });
  }
  await photograph('wall-hundred-boards');
  const watch = async ({ page, seen, small }) => {
    for (const end = Date.now() + minute_ms; Date.now() < end && seen.size < count; await sleep(500)) await look(page, seen, small);
  };
  await Promise.all(walls.map(watch));
  walls.forEach(({ seen, small }, at) => {
    assert.deepEqual(Array.from({ length: count }, (_, n) => n + 1).filter(number => !seen.has(number)), [], `not seen at ${sizes[at].join('x')}`);
    assert.deepEqual([...small], [], `too small at ${sizes[at].join('x')}`);
  });
});
