// What an arbiter enters at his console: claims, what the clock on the table shows, and moves. Run by CTest as arbiter_test.js.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';

import { board_at_hall, clock_of, go_to, page, photograph, play_on_7, press, say, sign_in } from './console_hall.js';
import { comes_to, read_board, text_of } from './page.js';
import { axe_finds_nothing, is_legible } from './readable.js';

const moves_of = async number => (await board_at_hall(number)).game.moves.map(([san]) => san).join(' ');
const square = name => page.locator('.squares').getByRole('gridcell', { name: new RegExp(`^${name},`) });
const write = async text => {
  await page.locator('.hand-moves input').fill(text);
  await page.keyboard.press('Enter');
};
const told = () => text_of(page, '.hand-moves [role="status"]');

test('a claim takes a command, is entered without a question, or its verdict is not on top', async () => {
  await say({ board: '1', moves: '1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1' });
  await sign_in({}, 1);
  const form = page.locator('.claim-form');
  assert.equal(await form.getByLabel('Who claims').inputValue(), 'b');
  await form.getByLabel('Who claims').selectOption('White');
  assert.equal(await form.getByLabel('Announced move').isDisabled(), true, 'he has not the move');
  await form.getByLabel('Who claims').selectOption('Black');
  const listed = await form.getByLabel('Announced move').evaluate(select => [...select.options].map(({ textContent }) => textContent));
  assert.equal(listed.length, 22 + 1, 'and none');
  await form.getByLabel('Announced move').selectOption('Ng8');
  await press('Enter the claim…');
  await page.getByRole('dialog', { name: 'Black claims a draw on board 1?' }).waitFor();
  assert.match(await text_of(page, '#confirm-text'), /^On threefold repetition \(9\.2\), with Ng8 announced\./);
  await press('Leave it as it is');
  assert.deepEqual((await board_at_hall(1)).proposals, []);
  await press('Enter the claim…');
  await press('Yes');
  await comes_to(() => text_of(page, '.case h3'), 'For you to decide');
  await comes_to(async () => /^Board 1: Done: noted: Black claims a draw/.test(await text_of(page, '#said')), true);
  await photograph('arbiter-claim-made');
  await page.locator('.case .advised').click();
  await page.getByRole('dialog', { name: 'Draw ½–½ on board 1?' }).waitFor();
  await press('Yes');
  await comes_to(async () => (await board_at_hall(1)).game.result, '1/2-1/2');
  await comes_to(() => form.isVisible(), false);
  // One that is wrong, and one without a move.
  await say({ board: '2', moves: '1. e4 e5' });
  await go_to(2);
  await form.locator('[name="on"]').selectOption('fifty moves (9.3)');
  await press('Enter the claim…');
  await press('Yes');
  await comes_to(async () => /White's claim .* is incorrect/.test(await text_of(page, '.case .text')), true);
});

test('what the clock shows takes a command, is taken in another form than it is typed, or set without a question', async () => {
  await play_on_7(() => true);
  await sign_in({}, 7);
  const form = page.locator('.true-times'), white = form.getByLabel('White'), black = form.getByLabel('Black');
  const before = { w: await clock_of(7, 'w'), b: await clock_of(7, 'b') };
  await press('Set the clocks to it…');
  assert.match(await text_of(page, '.true-times .why-not'), /^White or Black: write hours/);
  await white.fill('1:15:00');
  await black.fill('1:5');
  await page.keyboard.press('Enter');
  assert.match(await text_of(page, '.true-times .why-not'), /^Black: write hours, minutes and seconds as 1:29:57,/);
  assert.equal(await black.evaluate(input => document.activeElement === input), true);
  assert.equal(await black.getAttribute('aria-invalid'), 'true');
  await axe_finds_nothing(page, 'a time that is wrong');
  await photograph('arbiter-times-wrong');
  await black.fill('');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Set the clocks of board 7?' }).waitFor();
  assert.match(await text_of(page, '#confirm-text'), /^White from \d:\d\d:\d\d to 1:15:00\.$/);
  await press('Leave it as it is');
  assert.equal(await clock_of(7, 'w'), before.w);
  await black.fill('74:59');
  await page.keyboard.press('Enter');
  assert.match(await text_of(page, '#confirm-text'), / Black from \d:\d\d:\d\d to 1:14:59\.$/);
  await press('Yes');
  const whole_s = async side => Math.ceil(await clock_of(7, side) / 1000); // one of them runs
  await comes_to(async () => [await whole_s('w'), await whole_s('b')], [4_500, 4_499]);
  await comes_to(() => white.inputValue(), '');
});

test('a game cannot be entered with the keyboard alone, or what was entered is not said', async () => {
  await sign_in({}, 2);
  await page.locator('#desk-title').focus();
  const at = () => page.evaluate(() => document.activeElement.getAttribute('aria-label'));
  for (let n = 0; n < 40 && !/^e2/.test(await at()); ++n) await page.keyboard.press('Tab');
  assert.equal(await at(), 'e2, white pawn');
  await page.keyboard.press('Enter');
  assert.equal(await told(), 'White pawn on e2: it may go to e3, e4.');
  for (const key of ['ArrowUp', 'ArrowUp']) await page.keyboard.press(key);
  assert.equal(await at(), 'e4, empty, may be reached');
  await page.keyboard.press(' ');
  await comes_to(() => moves_of(2), 'e4');
  await comes_to(told, 'White: e4. Black to move.');
  assert.match(await at(), /^e4/, 'the focus stays');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await page.keyboard.type('Nf6');
  await page.keyboard.press('Enter');
  await comes_to(told, 'Black: knight f6. White to move.');
  assert.equal(await moves_of(2), 'e4 Nf6');
  await comes_to(() => read_board(page, '.place'), 'rnbqkb1r/pppppppp/5n2/8/4P3/8/PPPP1PPP/RNBQKBNR');
  await photograph('arbiter-by-hand');
});

test('moves are lost, doubled or in another order where the connection is bad', async () => {
  await sign_in({}, 2);
  let calls = 0, is_bad = true;
  await page.route('**/api/command?*', async route => {
    const call = is_bad ? ++calls % 3 : 0;
    if (call === 2) await route.fetch(); // lost on the way back, with 1 on the way there
    return call === 0 ? route.continue() : route.abort();
  });
  for (const san of ['e4', 'e5', 'Nf3', 'Nc6']) await write(san);
  await comes_to(() => told(), 'Being sent: e4, e5, Nf3, Nc6');
  await comes_to(() => moves_of(2), 'e4 e5 Nf3 Nc6', 60_000);
  is_bad = false;
  await write('3. Bb5 a6 4. Ba4');
  await comes_to(() => moves_of(2), 'e4 e5 Nf3 Nc6 Bb5 a6 Ba4');
  assert.ok(calls >= 11, `${calls} calls`); // the last was done, and not yet answered
});

test('a move that is not legal is entered, is refused without a word, or takes those after it along', async () => {
  await sign_in({}, 2);
  await square('e2').click();
  await square('e5').click();
  assert.equal(await told(), 'From e2 to e5 is no legal move.');
  await square('e7').click();
  assert.equal(await told(), 'It is White’s move.');
  await square('a1').click();
  assert.equal(await told(), 'The white rook on a1 has no legal move.');
  await page.route('**/api/command?*', route => sleep(500).then(() => route.continue()));
  await write('Ke3');
  await write('Nf6');
  await comes_to(async () => /^Board 2: Not done: .*Ke3.* is no move in this position\.$/.test(await text_of(page, '#said')), true);
  assert.equal(await told(), 'Not entered: Ke3, Nf6');
  await write('');
  assert.match(await told(), /^Write a move first/);
  assert.equal(await moves_of(2), '');
});

test('a promotion does not ask for the piece, or what was entered last cannot be undone', async () => {
  await say({ board: '2', moves: '1. h4 g5 2. hxg5 h6 3. gxh6 Na6 4. h7 b6' });
  await sign_in({ width: 360, height: 740 }, 2);
  await square('h7').click();
  await square('g8').click();
  await page.getByRole('group', { name: 'The pawn becomes, on g8:' }).waitFor();
  await photograph('arbiter-phone-promotion');
  await axe_finds_nothing(page, 'a promotion');
  await is_legible(page, 'a promotion');
  await page.keyboard.press('Escape');
  assert.equal(await page.getByRole('group', { name: /^The pawn becomes/ }).count(), 0);
  await square('h7').click();
  await square('g8').click();
  await press('Knight');
  await comes_to(async () => (await board_at_hall(2)).game.moves.at(-1)[0], 'hxg8=N');
  await press('Undo 5. hxg8=N');
  await comes_to(async () => (await board_at_hall(2)).game.moves.length, 8);
  await comes_to(told, 'The game is back after 4… b6. White to move.');
  assert.equal(await page.getByRole('button', { name: /^Undo/ }).count(), 0, 'what others entered stays');
});

test('the moves of a board whose cable is out cannot be entered, or hide what is looked at', async () => {
  await play_on_7(() => true);
  await sign_in({}, 7);
  assert.equal(await page.locator('.squares').isVisible(), false);
  await page.locator('.record').getByRole('button', { name: '1. e4' }).click();
  await press('Enter moves by hand');
  assert.match(await text_of(page, '.when'), /^Now/);
  const { game, legal } = await board_at_hall(7);
  const [san, uci] = legal.find(([, uci]) => uci.length === 4);
  await square(uci.slice(0, 2)).click();
  await square(uci.slice(2, 4)).click();
  await comes_to(async () => (await board_at_hall(7)).game.moves.at(-1)[0], san);
  assert.equal((await board_at_hall(7)).game.moves.length, game.moves.length + 1);
  assert.match((await board_at_hall(7)).acts.at(-1).by, /^Anna/);
  await page.locator('.record').getByRole('button', { name: '1. e4' }).click();
  assert.equal(await page.locator('.squares').isVisible(), false);
  await press('Show the position now');
  assert.equal(await page.locator('.squares').isVisible(), true);
  await press('Enter no more moves');
  assert.equal(await page.locator('.squares').isVisible(), false);
});
