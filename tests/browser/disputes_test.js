// Disputes on the arbiter's console, each from the hands on a virtual board to the game that goes on. Run by CTest as
// arbiter_test.js.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';

import { address, anna, bin, board_at_hall, bring_board, clock_of, folder, go_on_at, go_to, look_at, moves_on_7, order, page, photograph, press, restart_with, sign_in } from './console_hall.js';
import { comes_to, read_board, read_boards, read_moves, text_of } from './page.js';
import { say_to } from './real_daemon.js';

/// What a player says to the arbiter, who enters it.
const claim = (side, on, move) => say_to(address, anna, { board: '7', claim: side, on, ...(move && { move }) });
/// What an arbiter sees on the board that its sensors do not tell.
const tell_promoted = (square, piece) => say_to(address, anna, { board: '7', arbiter: { do: 'promoted', square, piece } });

const card_of = kind => page.locator('.case', { hasText: kind }).first();
const to_put_right = () => page.$$eval('.put-right li', all => all.map(one => [...one.children].map(part => part.textContent).join(' ')));
const numbers_on_board = () => page.$$eval('.order g', marks => Object.fromEntries(marks.map(mark => {
  const frame = mark.querySelector('rect');
  return ['abcdefgh'[Math.floor(frame.getAttribute('x') / 40)] + (8 - Math.floor(frame.getAttribute('y') / 40)), mark.querySelector('text').textContent];
})));
const all_quiet = () => comes_to(() => text_of(page, '#tally'), 'All quiet');

/// Board 7 as everybody sees it, and all that ever came to that page.
const as_public = async () => {
  const arbiters = page, heard = [];
  const seen = await look_at('/board/7');
  go_on_at(arbiters);
  seen.on('websocket', socket => socket.on('framereceived', ({ payload }) => heard.push(String(payload))));
  await seen.reload();
  await comes_to(() => text_of(seen, '#connection'), 'Live');
  return { seen, heard };
};

test('a touched piece that was not moved does not come from the board to a verified page of paper, and the game on from where the arbiter decides', async () => {
  await restart_with('evidence_key = "hall.key"');
  const board = await bring_board();
  await sign_in({ width: 390, height: 844 });
  await page.evaluate(() => (window.print = () => (window.printed = true)));
  board.play('e4 e5');
  await comes_to(moves_on_7, 'e4 e5');
  board.touch('b1');
  board.play('Nf3');
  await comes_to(order, '7 act, 1 waiting, 2 waiting');
  const what = 'The white knight on b1 left the board and came back before the move g1f3 of White.';
  assert.match(await text_of(page, '#list .row'), new RegExp(`Act now · Article 4\\.3\\.1 ${what.replaceAll('.', '\\.')}`));

  await go_to(7);
  const card = card_of('Touched piece not moved');
  await comes_to(async () => (await card.locator('li span').allInnerTexts()).filter(text => !/clock/.test(text)), ['b1 lifted: white knight', 'b1 set down: white knight', 'g1 lifted: white knight', 'f3 set down: white knight']);
  await comes_to(numbers_on_board, { b1: '1·2', g1: '3', f3: '4' });
  assert.match(await card.innerText(), /May be played: b1–a3, b1–c3/);
  await photograph('dispute-touch');

  await card.getByRole('button', { name: 'Evidence to print' }).click();
  const paper = page.locator('dialog[open] .paper');
  await comes_to(async () => paper.locator('.verdict strong').innerText(), 'VERIFIED');
  const printed = await paper.locator('.page').innerText();
  for (const part of [what, 'Article 4.3.1', 'b1', 'root hash']) assert.ok(printed.includes(part), `${part} is not in: ${printed}`);
  await press('Print');
  assert.equal(await page.evaluate(() => window.printed), true);
  await page.emulateMedia({ media: 'print' });
  assert.equal(await page.isVisible('main'), false, 'only the paper is printed');
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  assert.ok(pdf.startsWith('%PDF') && /\/Type\s*\/Page[^s]/.test(pdf));
  await page.emulateMedia({ media: null });
  const [download] = await Promise.all([page.waitForEvent('download'), press('Save the signed file')]);
  const file = join(folder, 'touch.evidence');
  await download.saveAs(file);
  const key = execFileSync(join(bin, 'adoube'), ['evidence', 'key', 'show', join(folder, 'hall.key')], { encoding: 'utf8' }).match(/\S+\+[0-9a-f]{8}\+\S+/)[0];
  assert.match(execFileSync(join(bin, 'adoube'), ['verify', file, '--key', key, '--brief'], { encoding: 'utf8' }), /^VERIFIED by /m);
  await page.keyboard.press('Escape');

  // The arbiter decides that the knight on b1 must be moved.
  await press('Show the position now');
  await press('Take back the last move…');
  await page.getByRole('dialog', { name: 'Take back to before 2. Nf3 on board 7?' }).waitFor();
  await press('Yes');
  await comes_to(to_put_right, ['f3 must be empty', 'g1 must have the white knight']);
  board.take_back(1);
  board.carry('f3', 'g1');
  await comes_to(() => text_of(page, '.put-right p'), 'The board is as the game has it.');
  board.play('Nc3');
  await comes_to(moves_on_7, 'e4 e5 Nc3');
  await card.getByRole('button', { name: 'Done with it' }).click();
  await all_quiet();
  assert.equal((await board_at_hall(7)).incidents.length, 1);
});

test('an illegal move is shown to the public, or does not come from the press to the restored board and its two minutes', async () => {
  const board = await bring_board();
  await sign_in();
  const { seen, heard } = await as_public();
  board.play('e4 e5');
  await comes_to(moves_on_7, 'e4 e5');
  board.carry('f1', 'f5');
  board.button('press', 'w');
  await comes_to(order, '7 act, 1 waiting, 2 waiting');
  await go_to(7);
  const card = card_of('Illegal move');
  const text = await card.innerText();
  assert.match(text, /White completed a move of the white bishop on f1 to f5, which is not legal\./);
  assert.match(text, /For illegal move number 1 of White, Black gets 120 seconds more\./);
  await comes_to(to_put_right, ['f1 must have the white bishop', 'f5 must be empty']);
  await photograph('dispute-illegal');

  await press('Stop both clocks');
  await press('Yes');
  await comes_to(async () => (await board_at_hall(7)).game.clocks.running ?? null, null);
  const before_ms = await clock_of(7, 'b');
  await card.getByRole('button', { name: '+2 min Black' }).click();
  await comes_to(async () => await clock_of(7, 'b') - before_ms, 120_000);
  board.lift('f5');
  await comes_to(to_put_right, ['f1 must have the white bishop', 'f5 right']);
  board.drop('f1');
  await comes_to(() => text_of(page, '.put-right p'), 'The board is as the game has it.');
  await press('Start the clock again');
  await press('Yes');
  await comes_to(async () => (await board_at_hall(7)).game.clocks.running, 'w');
  board.play('Bc4 Nf6');
  await comes_to(moves_on_7, 'e4 e5 Bc4 Nf6');
  await card.getByRole('button', { name: 'Done with it' }).click();
  await all_quiet();

  await comes_to(() => read_moves(seen), '1. e4 e5 2. Bc4 Nf6');
  const all = heard.join('\n') + await (await fetch(`${address}/games/E-r1-b7.pgn`)).text();
  assert.ok(all.includes('f1c4'));
  for (const untold of ['f1f5', 'Bf5', 'illegal', '7.5.1']) assert.ok(!all.includes(untold), untold);
});

test('a wrong claim does not cost two minutes, a right one does not end the game, or one is told to the public', async () => {
  const board = await bring_board();
  await sign_in({}, 7);
  board.play('Nf3 Nf6 Ng1 Ng8');
  await comes_to(moves_on_7, 'Nf3 Nf6 Ng1 Ng8');
  await claim('w', 'repetition');
  await comes_to(order, '7 act, 1 waiting, 2 waiting');
  const wrong = card_of('White\'s claim of threefold repetition is incorrect: Black gets 2 minutes more, and the game goes on.');
  assert.match(await wrong.innerText(), /Article 9\.5\.3/);
  const before_ms = await clock_of(7, 'b');
  await wrong.getByRole('button', { name: '+2 min Black' }).click();
  await comes_to(async () => await clock_of(7, 'b') - before_ms, 120_000);
  await wrong.getByRole('button', { name: 'Done with it' }).click();
  await all_quiet();

  // Black writes the move that he intends to make on his scoresheet, and claims.
  board.play('Nf3 Nf6 Ng1');
  await comes_to(moves_on_7, 'Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1');
  await claim('b', 'repetition', 'Ng8');
  const right = card_of('Black\'s claim of threefold repetition by Ng8 is correct: the game is drawn.');
  await right.waitFor();
  assert.match(await right.innerText(), /Article 9\.5\.2/);
  await right.getByRole('button', { name: 'Repetition and fifty moves' }).click();
  await comes_to(async () => (await page.locator('.claim .text').allInnerTexts()).slice(0, 2).map(text => text.match(/incorrect|correct/)?.[0]), ['incorrect', 'correct']);
  const start = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR';
  assert.deepEqual(await read_boards(page, '.claims > div:first-of-type > .claim:nth-of-type(1)'), [start, start], 'it stood twice');
  assert.equal((await read_boards(page, '.claims > div:first-of-type > .claim:nth-of-type(2)')).length, 3);
  await photograph('dispute-claims');
  await right.getByRole('button', { name: 'Draw ½–½…' }).click();
  await press('Yes');
  await comes_to(async () => [(await board_at_hall(7)).game.result, (await board_at_hall(7)).confirmed], ['1/2-1/2', true]);
  const pgn = async () => (await fetch(`${address}/games/E-r1-b7.pgn`)).text();
  await comes_to(async () => /\[Result "1\/2-1\/2"\]/.test(await pgn()), true);
  assert.match(await pgn(), /\[Termination "normal"\]/);
  assert.doesNotMatch(await pgn(), /claim/);
  assert.equal(await moves_on_7(), 'Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1', 'the move that was only announced is not made');
});

const promoting = 'e4 d5 exd5 c6 dxc6 Nf6 cxb7 Nbd7';
const with_queen = 'Q1bqkb1r/p2npppp/5n2/8/8/8/PPPP1PPP/RNBQKBNR', with_knight = with_queen.replace('Q', 'N');
const before_promotion = async () => {
  const board = await bring_board();
  await sign_in({}, 7);
  board.play(promoting);
  await comes_to(moves_on_7, promoting);
  return board;
};

test('a promotion that presence does not tell stays a queen when the arbiter has seen a knight', async () => {
  const board = await before_promotion(), { seen } = await as_public();
  board.play('bxa8=N');
  await comes_to(moves_on_7, `${promoting} bxa8=Q`);
  await comes_to(() => read_board(seen), with_queen);
  await tell_promoted('a8', 'n');
  await comes_to(moves_on_7, `${promoting} bxa8=N`);
  await comes_to(() => read_board(page, '.place'), with_knight);
  await comes_to(() => read_board(seen), with_knight);
  board.play('e6');
  await comes_to(moves_on_7, `${promoting} bxa8=N e6`);
  assert.deepEqual((await board_at_hall(7)).differ, []);
});

test('a promotion that presence does not tell stays a queen when the piece has gone as a knight', async () => {
  const board = await before_promotion(), { seen } = await as_public();
  board.play('bxa8=N e6');
  await comes_to(() => read_board(seen), with_queen.replace('npppp', 'n1ppp').replace('/5n2', '/4pn2'));
  board.play('Nc7 Qxc7');
  await comes_to(moves_on_7, `${promoting} bxa8=N e6 Nc7+ Qxc7`);
  await comes_to(async () => (await read_moves(seen)).includes('5. bxa8=N e6 6. Nc7+ Qxc7'), true);
  await all_quiet();
});

test('a pawn that is gone and was not exchanged passes, or cannot become what the arbiter says', async () => {
  const board = await before_promotion();
  board.lift('b7');
  board.lift('a8');
  board.button('press', 'w');
  await comes_to(order, '7 act, 1 waiting, 2 waiting');
  const card = card_of('Pawn not exchanged');
  assert.match(await card.innerText(), /White pressed the clock while the pawn from b7 was not exchanged for a new piece on a8\./);
  await card.getByRole('button', { name: 'Knight…' }).click();
  await page.getByRole('dialog', { name: 'Knight on a8 of board 7?' }).waitFor();
  await press('Yes');
  await comes_to(moves_on_7, `${promoting} bxa8=N`);
  await comes_to(async () => (await to_put_right()).filter(row => !row.endsWith(' right')), ['a8 must have the white knight']);
  board.drop('a8');
  await comes_to(async () => (await board_at_hall(7)).differ, []);
  await photograph('dispute-promotion');
});
