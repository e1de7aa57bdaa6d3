// A round of forty boards on the organiser's page, from the pairing program's file to its results, and what began before it
// was armed. Run by CTest as operator_test.js.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { address, arm, boards, bring_boards, hall_of, look_at, look_at_page, open_games, operator, page, photograph, press, rows_of, saved, sign_in, state_of, write,
  yes } from './organiser_hall.js';
import { say_yes, tab_and_enter, tab_to } from './keyboard.js';
import { comes_to, read_board, read_moves, text_of } from './page.js';
import { name_of, trf } from './trf.js';

const tables = 40;
hall_of({ tables, with_boards: tables });

const ways = [
  { moves: 'f3 e5 g4 Qh4', result: '0' },
  { moves: 'e4 e5 Bc4 Nc6 Qh5 Nf6 Qxf7', result: '1' },
  { moves: 'd4 d5 c4 e6', agreed: '1/2-1/2', result: '=' },
  { moves: 'e4 c5 Nf3', agreed: '1-0', result: '1' },
];
const way_of = number => ways[number % ways.length];
const results = Object.fromEntries(Array.from({ length: tables }, (_, at) => [at + 1, way_of(at + 1).result]));
const numbers = Object.keys(results);
const list = (round, ...games) => write(`round-${round}.csv`, ['round;board;white;black', ...games.map((names, at) => `${round};${at + 1};${names}`)].join('\n'));
const ready = async count => {
  for (const number of numbers.slice(0, count)) await comes_to(() => state_of(number), 'Set up, and ready.', 60_000);
};

test('a round of forty boards needs a command line, or a result is another in its file, on a page or on a board', async () => {
  bring_boards();
  await sign_in();
  await ready(tables);
  const file = write('open.trf', trf(tables));
  await arm(file);
  assert.match(await text_of(page, '#said'), /^Done: 40 games/);
  await comes_to(() => text_of(page, '[data-table="40"] .names'), `${name_of(40)} – ${name_of(80)}`);
  await photograph('round-armed');

  boards.forEach((board, at) => {
    const { moves, agreed } = way_of(at + 1);
    board.play(moves);
    if (agreed) board.agree_on(agreed);
  });
  await comes_to(() => text_of(page, '#results h3'), 'Round 1: 40 of 40 over', 120_000);
  const unconfirmed = `40 results await an arbiter’s confirmation (8.7), on boards ${numbers.join(', ')}.`;
  await comes_to(open_games, ['Every game has its result.', unconfirmed]);

  // Each is confirmed on the console, the uppermost board first.
  await page.getByRole('link', { name: 'Moves and results by hand' }).click();
  await comes_to(() => text_of(page, '#tally'), '40 to confirm');
  for (let left = tables; left > 0; --left) {
    await page.locator('#list .row[data-level=confirm]').first().click();
    await page.locator('.ended').getByRole('button', { name: /^Confirm: / }).click();
    await press('Yes');
    await comes_to(() => text_of(page, '#tally'), left > 1 ? `${left - 1} to confirm` : 'All quiet');
  }
  const squeezed = await page.locator('#list .row').evaluateAll(rows => rows.filter(row => row.scrollHeight > row.clientHeight + 1).length);
  assert.equal(squeezed, 0, 'rows of a list longer than the screen lie upon each other');
  await photograph('round-confirmed');
  await page.goto(`${address}/operator`);
  await comes_to(open_games, ['Every game has its result.']);

  // The pairing program gets its own file back, with the results and nothing else changed.
  await page.getByLabel('The pairing program\'s TRF').setInputFiles(file);
  await comes_to(async () => /written into open\.trf/.test(await text_of(page, '#results .found')), true);
  assert.deepEqual(await saved('Save the TRF with the results'), ['open-round-1.trf', trf(tables, results)]);
  const pgn = (await saved('Save as PGN'))[1];
  const scores = { 1: '1-0', 0: '0-1', '=': '1/2-1/2' };
  for (const number of numbers) {
    const white = number === '2' ? 'BjÃ¶rn, Bo' : name_of(Number(number)); // PGN is UTF-8
    const game = pgn.slice(pgn.indexOf(`[White "${white}"]`)).split('\n\n[')[0];
    assert.match(game, new RegExp(`\\[Result "${scores[results[number]]}"\\]`), `board ${number}`);
  }
  const csv = (await saved('Save as CSV'))[1];
  assert.equal(csv.trim().split('\n').length, 1 + tables);

  // And so has the public.
  await look_at_page('/rounds?round=1');
  await comes_to(() => page.$$eval('#games a', all => all.map(row => row.children[2].textContent)),
    numbers.map(number => ({ 1: '1–0', 0: '0–1', '=': '½–½' })[results[number]]));
});

test('a game that players began before it was armed loses its moves, or has no names', async () => {
  bring_boards(2);
  await sign_in();
  await ready(2);
  boards[0].play('e4 e5');
  await comes_to(() => state_of(1), 'Move 1.', 60_000);
  assert.equal(await page.locator('[data-table="1"] .names').isVisible(), false);
  const file = list(1, 'Adams, Ann;Baker, Ben', 'Cole, Cleo;Dean, Dora');
  await look_at(file);
  await comes_to(() => page.$$eval('#pairings .changes li', all => all.map(one => one.textContent).slice(1)),
    ['board 1: Adams, Ann - Baker, Ben, new: it is the game that was begun there without names, with 2 plies made', 'board 2: Cole, Cleo - Dean, Dora, new']);
  await photograph('round-begun-unarmed');
  await press('Arm round 1…');
  await yes('Arm round 1?');
  await comes_to(() => text_of(page, '[data-table="1"] .names'), 'Adams, Ann – Baker, Ben');
  boards[0].play('Qh5 Ke7 Qxe5');
  await comes_to(() => state_of(1), 'Over, 1–0.', 60_000);
  await comes_to(open_games, ['open: Cole, Cleo - Dean, Dora, board 2', 'A result awaits an arbiter’s confirmation (8.7), on board 1.']);
  const of_public = await look_at_page('/board/1');
  await comes_to(() => read_moves(of_public), '1. e4 e5 2. Qh5 Ke7 3. Qxe5#');
  assert.equal(await text_of(of_public, '#white .name'), 'Adams, Ann');
});

test('the next game that players began before it was armed is not in its record, or is shown before', async () => {
  bring_boards(1);
  await sign_in();
  await ready(1);
  await arm(list(1, 'Adams, Ann;Baker, Ben'));
  boards[0].play('f3 e5 g4 Qh4');
  await comes_to(() => state_of(1), 'Over, 0–1.', 60_000);
  boards[0].set_up();
  boards[0].play('d4 d5');
  await comes_to(async () => /^Pieces are moved from the start position though the game is over/.test(await state_of(1)), true, 60_000);
  const of_public = await look_at_page('/board/1');
  await comes_to(() => read_moves(of_public), '1. f3 e5 2. g4 Qh4#');
  await sign_in();
  await arm(list(2, 'Cole, Cleo;Dean, Dora'), { round: '2' });
  await comes_to(() => state_of(1), 'Move 1.', 60_000);
  assert.equal(await text_of(page, '[data-table="1"] .names'), 'Cole, Cleo – Dean, Dora');
  boards[0].play('c4');
  await comes_to(() => read_moves(of_public), '1. d4 d5 2. c4', 60_000);
  assert.equal(await text_of(of_public, '#white .name'), 'Cole, Cleo');
  await comes_to(() => read_board(of_public), 'rnbqkbnr/ppp1pppp/8/3p4/2PP4/8/PP2PPPP/RNBQKBNR');
  await of_public.goto(`${address}/rounds?round=1`);
  await comes_to(() => of_public.$$eval('#games a', all => all.map(row => row.children[2].textContent)), ['0–1']);

  // An appeal comes when the next game is on.
  await page.goto(`${address}/arbiter#1`);
  await page.getByText('Earlier games at this board…').click();
  await comes_to(() => text_of(page, '.earlier-games p'), 'Round 1: Adams, Ann – Baker, Ben, 0-1');
  await page.locator('.earlier-games').getByRole('button', { name: 'Scoresheet' }).click();
  await page.locator('#to-print .paper').getByText('Adams, Ann').first().waitFor();
  await page.locator('#to-print .paper').getByText('Qh4#').first().waitFor();
});

test('a round cannot be armed, followed and saved with the keyboard alone', async () => {
  bring_boards(1);
  await look_at_page('/operator');
  await page.keyboard.type(operator); // what is asked for has the focus
  await page.keyboard.press('Enter');
  await comes_to(() => text_of(page, '#connection'), 'Live');
  await ready(1);
  const choose = async (name, file) => {
    const chooser = page.waitForEvent('filechooser'); // the browser needs a moment to give choosers to us
    await tab_to(page, name);
    await page.keyboard.press('Space');
    await (await chooser).setFiles(file);
  };
  await choose('The pairing program\'s file', list(1, 'Adams, Ann;Baker, Ben'));
  await tab_and_enter(page, 'Look at it');
  await page.getByRole('button', { name: 'Arm round 1…' }).waitFor();
  await tab_and_enter(page, 'Arm round 1…');
  await say_yes(page, 'Arm round 1?');
  await comes_to(() => text_of(page, '[data-table="1"] .names'), 'Adams, Ann – Baker, Ben');
  boards[0].play('f3 e5 g4 Qh4');
  await comes_to(() => text_of(page, '#results h3'), 'Round 1: 1 of 1 over', 60_000);
  await tab_to(page, 'Save as CSV');
  const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')]);
  assert.equal(download.suggestedFilename(), 'round-1.csv');
  await tab_and_enter(page, '15 minutes');
  await say_yes(page, 'Delay everything that leaves the hall by 15 minutes?');
  await comes_to(() => text_of(page, '.delay'), 'The public sees this hall 15 minutes late.');
});

test('a round cannot be armed and followed with a thumb, or something stands beside the phone\'s screen', async () => {
  bring_boards(1);
  await sign_in({ width: 360, height: 740, phone: true });
  await ready(1);
  const fits = async () => assert.ok(await page.evaluate(() => document.documentElement.scrollWidth) <= 360);
  const tap = name => page.getByRole('button', { name, exact: true }).tap();
  await page.getByLabel('The pairing program\'s file: TRF, CSV or PGN').setInputFiles(list(1, 'Adams-Archibald, Annabella;Baker, Ben'));
  await tap('Look at it');
  await page.getByRole('button', { name: 'Arm round 1…' }).waitFor();
  await fits();
  await tap('Arm round 1…');
  await page.getByRole('dialog', { name: 'Arm round 1?' }).waitFor();
  await fits();
  await photograph('round-phone-sure');
  await tap('Yes');
  await comes_to(() => text_of(page, '[data-table="1"] .names'), 'Adams-Archibald, Annabella – Baker, Ben');
  boards[0].play('f3 e5 g4 Qh4');
  await comes_to(() => text_of(page, '#results h3'), 'Round 1: 1 of 1 over', 60_000);
  await fits();
  assert.deepEqual(await rows_of('#results .found'), [['1', 'Adams-Archibald, Annabella', 'Baker, Ben', '0-1not confirmed']]);
  await page.getByRole('link', { name: 'Moves and results by hand' }).tap();
  await page.locator('#list .row[data-level=confirm]').tap();
  await tap('Confirm: Black wins 0–1…');
  await tap('Yes');
  await comes_to(() => text_of(page, '#tally'), 'All quiet');
  await fits();
});
