// The organiser's page in a real browser, on a real daemon with virtual boards: a round from the pairing program's file to
// its results, with no command line. Run by CTest with ADOUBE_BIN and ADOUBE_SCREENSHOTS set.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach, test } from 'node:test';

import { browser_or_skip, launch, open } from './browser.js';
import { comes_to, of_absence, text_of } from './page.js';
import { end_daemon, new_token_in, start_daemon_in } from './real_daemon.js';
import { axe_finds_nothing, is_legible } from './readable.js';
import { VirtualBoard } from './virtual_board.js';

const path = browser_or_skip();
const bin = process.env.ADOUBE_BIN, screenshots = process.env.ADOUBE_SCREENSHOTS;
const with_boards = 4, tables = 6;

let browser, folder, daemon, address, operator, page, boards;
const pages = [];

const configuration = (listen = '127.0.0.1:0') => `
journal = "hall.journal"
control = "hall.control"
listen = "${listen}"
tokens = "hall.tokens"
[event]
name = "E"
${Array.from({ length: tables }, (_, at) => `[[board]]\n${at < with_boards ? `port = "pty:${folder}/board-${at + 1}"\n` : ''}`).join('')}`;

/// The first half has White against the second; `results` by White's number: "1", "0" or "=". Its name is no UTF-8.
function trf(results = {}, change = line => line) {
  const other = { 1: '0', 0: '1', '=': '=' }, points = { 1: 1, 0: 0, '=': 0.5 };
  const line = number => {
    const white = number <= tables, opponent = white ? number + tables : number - tables;
    const of_white = results[white ? number : opponent];
    const result = of_white === undefined ? ' ' : white ? of_white : other[of_white];
    const name = number === 2 ? 'Bj\xf6rn, Bo' : `Player${String.fromCharCode(64 + number)}, P${number}`;
    const score = (result === ' ' ? 0 : points[result]).toFixed(1);
    return `001 ${`${number}`.padStart(4)} m${(number === 1 ? 'g' : '').padStart(3)} ${name.padEnd(33)} ${`${2500 - number}`} GER ${`${4600000 + number}`.padStart(11)} `
      + `${''.padEnd(10)} ${score.padStart(4)} ${`${number}`.padStart(4)}  ${`${opponent}`.padStart(4)} ${white ? 'w' : 'b'} ${result}`;
  };
  return ['012 Open of A-Town', ...Array.from({ length: 2 * tables }, (_, at) => change(line(at + 1), at + 1))].map(text => `${text}\r\n`).join('');
}
const write = (name, text) => {
  writeFileSync(join(folder, name), text, 'latin1');
  return join(folder, name);
};

const start_daemon = async listen => {
  writeFileSync(join(folder, 'hall.toml'), configuration(listen));
  const started = await start_daemon_in(folder);
  daemon = started.daemon;
  return started.address;
};
const visit = async options => {
  page = await open(browser, `${address}/operator`, options);
  pages.push(page);
};
const enter = async text => {
  await page.getByLabel('The operator\'s token').fill(text);
  await page.keyboard.press('Enter');
};
const sign_in = async options => {
  await visit(options);
  await enter(operator);
  await comes_to(() => text_of(page, '#connection'), 'Live');
};
const press = name => page.getByRole('button', { name, exact: true }).click();
const yes = async title => {
  await page.getByRole('dialog', { name: title }).waitFor();
  await press('Yes');
};
const look_at = async (file, more = {}) => {
  await page.getByLabel('The pairing program\'s file: TRF, CSV or PGN').setInputFiles(file);
  if (more.boards) await page.getByLabel('A list with the boards').setInputFiles(more.boards);
  if (more.round) await page.locator('#pairings input[name=round]').fill(more.round);
  await press('Look at it');
};
const arm = async file => {
  await look_at(file);
  await press('Arm round 1…');
  await yes('Arm round 1?');
  await comes_to(async () => /^Done/.test(await text_of(page, '#said')), true);
};
const rows_of = selector => page.$$eval(`${selector} tbody tr`, rows => rows.map(row => [...row.children].map(cell => cell.textContent)));
const state_of = number => text_of(page, `[data-table="${number}"] .state`);
const needs = () => page.$$eval('#needs li', all => all.filter(one => one.dataset.level !== 'note').map(one => one.innerText.split('\n')[0]));
const lit = () => page.$$eval('#tables .lit', all => all.map(one => one.dataset.table));
const open_games = () => page.$$eval('#results .remarks li', all => all.map(one => one.textContent));
const photograph = async name => screenshots && page.screenshot({ path: join(screenshots, `${name}.png`), fullPage: true });

before(async () => {
  if (screenshots) mkdirSync(screenshots, { recursive: true });
  browser = await launch(path);
});
after(() => browser.close());
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'adoube-operator-'));
  boards = [];
  operator = new_token_in(folder, 'Otto', '--role', 'operator');
  address = await start_daemon();
});
afterEach(async () => {
  for (const one of pages.splice(0)) {
    assert.deepEqual(one.errors.filter(text => !/status of 4\d\d/.test(text) && !of_absence.test(text)), []);
    await one.context().close();
  }
  for (const board of boards) board.leave();
  await end_daemon(daemon);
  rmSync(folder, { recursive: true, force: true });
});
const bring_boards = () => (boards = Array.from({ length: with_boards }, (_, at) => new VirtualBoard(join(folder, `board-${at + 1}`), at + 1)));

test('a round does not come from the pairing program\'s file to its results without a command line', async () => {
  bring_boards();
  await sign_in();
  await comes_to(() => state_of(4), 'Set up, and ready.');
  assert.equal(await state_of(5), 'No electronics: its moves and result are entered by hand.');

  // Pairings, shown before they are armed.
  const file = write('open.trf', trf());
  await look_at(file);
  await comes_to(() => text_of(page, '#pairings h3'), 'Round 1: 6 games');
  assert.deepEqual((await rows_of('#pairings .found')).slice(0, 2), [['1', 'GM PlayerA, P1 (2499)', 'PlayerG, P7 (2493)'], ['2', 'Björn, Bo (2498)', 'PlayerH, P8 (2492)']]);
  assert.match(await text_of(page, '#pairings .changes'), /What arming it does: 6 games: 6 new/);
  await photograph('operator-pairings');
  await press('Arm round 1…');
  await page.getByRole('dialog', { name: 'Arm round 1?' }).waitFor();
  await photograph('operator-sure');
  await press('Leave it as it is');
  assert.equal(await page.locator('[data-table="1"] .names').isVisible(), false, 'nothing is armed before the yes');
  await press('Arm round 1…');
  await yes('Arm round 1?');
  await comes_to(async () => /^Done: 6 games/.test(await text_of(page, '#said')), true);
  await comes_to(() => text_of(page, '[data-table="2"] .names'), 'Björn, Bo – PlayerH, P8');
  await press('Close');

  // Which board is which table: two cables are the wrong way round.
  boards[2].lift('e1');
  await comes_to(lit, ['3']);
  assert.equal(await text_of(page, '.lifted'), 'This is the board of table 3.');
  assert.equal(await state_of(3), 'The white king on e1 is lifted.');
  assert.deepEqual(await needs(), []);
  await photograph('operator-lifted');
  assert.equal(await page.locator('#tables select[name=one]').inputValue(), '3');
  await page.locator('#tables select[name=other]').selectOption('4');
  await press('Exchange the two boards…');
  await yes('Exchange the boards of tables 3 and 4?');
  await comes_to(lit, ['4']);
  boards[2].drop('e1');
  await comes_to(lit, []);

  // What is not set up right is named, square by square, until it is.
  for (const [from, to] of [['b1', 'b3'], ['g1', 'g3']]) {
    boards[0].lift(from);
    boards[0].drop(to);
  }
  const wrong = 'Not set up right: b1 lacks the white knight, g1 lacks the white knight, b3 must be empty, g3 must be empty.';
  await comes_to(() => state_of(1), wrong);
  await comes_to(needs, [`Table 1: ${wrong}`]);
  assert.equal(await text_of(page, '#tally'), '6 tables, 1 to see to');
  for (const [from, to] of [['b3', 'b1'], ['g3', 'g1']]) {
    boards[0].lift(from);
    boards[0].drop(to);
  }
  await comes_to(() => state_of(1), 'Set up, and ready.');
  await comes_to(needs, []);

  // They play; the tables without electronics are entered on the arbiter's page.
  boards[0].play('f3 e5 g4 Qh4');
  boards[1].play('e4 e5 Bc4 Nc6 Qh5 Nf6 Qxf7');
  boards[2].play('f3 e5 g4 Qh4'); // at table 4
  boards[3].play('e4 e5 Bc4 Nc6 Qh5 Nf6 Qxf7'); // at table 3
  await comes_to(() => state_of(1), 'Over, 0–1.', 60_000);
  await comes_to(() => state_of(3), 'Over, 1–0.', 60_000);
  await comes_to(open_games, ['open: PlayerE, P5 - PlayerK, P11, board 5', 'open: PlayerF, P6 - PlayerL, P12, board 6',
    '4 results await an arbiter’s confirmation (8.7), on boards 1, 2, 3, 4.'], 60_000);
  await photograph('operator-results');
  await page.getByRole('link', { name: 'Moves and results by hand' }).click();
  for (const [table, result] of [[5, 'Draw ½–½…'], [6, 'White wins 1–0…']]) {
    await page.locator(`#list a[href="#${table}"]`).click();
    await press(result);
    await press('Yes');
    await comes_to(async () => new RegExp(`^Board ${table}: Done`).test(await text_of(page, '#said')), true);
  }
  await page.goto(`${address}/operator`);

  // The file has to be chosen again after leaving the page; the results are in it, and all else is as it was.
  await comes_to(() => text_of(page, '#results h3'), 'Round 1: 6 of 6 over');
  await page.getByLabel('The pairing program\'s TRF').setInputFiles(file);
  await comes_to(open_games, ['Every game has its result.', '4 results await an arbiter’s confirmation (8.7), on boards 1, 2, 3, 4.']);
  const saved = async name => {
    const [download] = await Promise.all([page.waitForEvent('download'), press(name)]);
    return [download.suggestedFilename(), readFileSync(await download.path(), 'latin1')];
  };
  assert.deepEqual(await saved('Save the TRF with the results'), ['open.trf', trf({ 1: '0', 2: '1', 3: '1', 4: '0', 5: '=', 6: '1' })]);
  const [name, csv] = await saved('Save as CSV');
  assert.equal(name, 'round-1.csv');
  assert.equal(csv.trim().split('\n').length, 7);
  assert.equal((await saved('Save as PGN'))[1].match(/^\[White /gm).length, 6);
});

test('who sits where in the next round is not told before the pieces are set up', async () => {
  bring_boards();
  await sign_in();
  const arm_list = async (round, names) => {
    await look_at(write(`round-${round}.csv`, `round;board;white;black\n${round};1;${names}\n`), { round: `${round}` });
    await press(`Arm round ${round}…`);
    await yes(`Arm round ${round}?`);
    await comes_to(async () => /^Done: 1 game: 1 new/.test(await text_of(page, '#said')), true);
  };
  await arm_list(1, 'Adams, Ann;Baker, Ben');
  boards[0].play('f3 e5 g4 Qh4');
  await comes_to(() => state_of(1), 'Over, 0–1.', 60_000);
  await arm_list(2, 'Cole, Cleo;Dean, Dora');
  await comes_to(() => text_of(page, '[data-table="1"] .names'), 'Cole, Cleo – Dean, Dora');
  assert.equal(await state_of(1), 'Round 2 begins once the pieces are set up; the last game ended 0–1.');
  await comes_to(open_games, ['open: Cole, Cleo - Dean, Dora, board 1']);
  boards[0].set_up();
  await comes_to(() => state_of(1), 'Set up, and ready.', 60_000);
  assert.equal(await text_of(page, '[data-table="1"] .names'), 'Cole, Cleo – Dean, Dora');
});

test('somebody who is not the operator learns or does anything', async () => {
  const anna = new_token_in(folder, 'Anna', '--role', 'arbiter', '--boards', '1-8');
  await visit();
  for (const [text, why] of [['adoube_wrong', /opens nothing here/], ['not a token', /no token/], [anna, /not an operator/]]) {
    await enter(text);
    await comes_to(async () => why.test(await text_of(page, '#why')), true);
    assert.equal(await page.isVisible('main'), false);
    assert.equal(await page.evaluate(() => sessionStorage.length), 0, 'a token that opens nothing is not kept');
  }
  const body = JSON.stringify({ file: { name: 'a.trf', base64: btoa(trf()) } });
  for (const headers of [{}, { Authorization: `Bearer ${anna}` }])
    for (const what of ['pairings', 'results'])
      assert.ok([401, 403].includes((await fetch(`${address}/api/round/${what}`, { method: 'POST', headers, body })).status));

  bring_boards();
  await sign_in();
  await arm(write('open.trf', trf()));
  execFileSync(join(bin, 'adoube'), ['token', 'revoke', '1', '--tokens', join(folder, 'hall.tokens')], { stdio: 'ignore' });
  await comes_to(async () => /revoked/.test(await text_of(page, '#why')), true);
  const left = await page.evaluate(() => document.documentElement.outerHTML + JSON.stringify(sessionStorage));
  for (const secret of ['PlayerA', 'open.trf', operator]) assert.ok(!left.includes(secret), `${secret} is on the page`);
});

test('a file that cannot be armed is armed, or nobody is told why not', async () => {
  await sign_in();
  await comes_to(() => text_of(page, '#results .found'), 'No game of this round is armed or played yet.');
  assert.equal(await page.locator('#results button:enabled').count(), 0);
  const none = async () => assert.equal(await page.getByRole('button', { name: /^Arm/ }).count(), 0);
  const same_id = write('same.trf', trf({}, (line, number) => (number === 3 ? line.replace('4600003', '4600001') : line)));
  await look_at(same_id);
  await comes_to(async () => /FIDE id 4600001 is that of/.test(await text_of(page, '#pairings .wrong')), true);
  await none();
  await look_at(write('seven.csv', 'round;board;white;black\n1;7;Adams, Ann;Baker, Ben\n'));
  await comes_to(async () => /board 7 is no table of the hall/.test(await text_of(page, '#pairings .wrong')), true);
  await none();
  await look_at(write('nothing.txt', 'a letter to the organiser\n'));
  await comes_to(async () => /^Not read: nothing\.txt: it has no line with the columns white and black/.test(await text_of(page, '#pairings .answer')), true);
  await look_at(write('large.pgn', '[White "A"]\n'.repeat(20_000)));
  await comes_to(async () => /too large/.test(await text_of(page, '#pairings .answer')), true);
  const file = write('open.trf', trf());
  await look_at(file, { boards: write('boards.csv', `board;white_no;white;black_no;black\n${[6, 5, 4, 3, 2, 1].map(board =>
    `${board};${7 - board};${board === 5 ? 'Björn, Bo' : `Player${String.fromCharCode(71 - board)}, P${7 - board}`};${13 - board};Player${String.fromCharCode(77 - board)}, P${13 - board}`).join('\n')}\n`) });
  await comes_to(async () => (await rows_of('#pairings .found'))[5]?.[1], 'GM PlayerA, P1 (2499)');
  await page.locator('#pairings input[name=boards]').setInputFiles([]);
  assert.equal(await page.locator('#pairings .found > *').count(), 0, 'what is shown is what would be armed');
  await look_at(file, { round: '2' });
  await comes_to(async () => /nobody has an opponent in round 2/.test(await text_of(page, '#pairings .wrong')), true);
});

test('what is red has no sentence that says what to do, or stays red when it is right again', async () => {
  bring_boards();
  await sign_in();
  await comes_to(() => state_of(4), 'Set up, and ready.');
  assert.deepEqual(await needs(), []);
  boards[1].leave();
  await comes_to(async () => /^Table 2: Its board is not connected/.test((await needs())[0]), true);
  assert.match(await text_of(page, '#needs li'), /Check its cable and its power/);
  boards[1] = new VirtualBoard(join(folder, 'board-2'), 2);
  await comes_to(needs, [], 60_000);
  assert.match(await text_of(page, '#needs'), /No copy of the journal is kept\. Name a place on a stick/);

  await press('15 minutes');
  await yes('Delay everything that leaves the hall by 15 minutes?');
  await comes_to(() => text_of(page, '.delay'), 'The public sees this hall 15 minutes late.');
  await page.getByText('Every exit, to whom and how late').click();
  await comes_to(async () => /15 minutes/.test(await text_of(page, '#exits pre')), true);
  await press('No delay');
  await yes('Show the public everything at once?');
  await comes_to(() => text_of(page, '.delay'), 'The public sees this hall at once.');

  await end_daemon(daemon, 'SIGTERM');
  await comes_to(() => text_of(page, '#connection'), 'Connection lost. Trying again…');
  await start_daemon(new URL(address).host);
  await comes_to(() => text_of(page, '#connection'), 'Live', 60_000);
});

test('axe finds something on the page, or something is cut off or hard to read, on a phone or by night', async () => {
  bring_boards();
  await sign_in();
  const file = write('open.trf', trf());
  await arm(file);
  boards[0].play('f3 e5 g4 Qh4');
  boards[2].lift('e1');
  boards[3].leave();
  for (const scheme of ['light', 'dark'])
    for (const width of [320, 390, 1280]) {
      await sign_in({ width, height: 844, scheme });
      await look_at(file);
      await page.getByText('Every exit, to whom and how late').click();
      await comes_to(async () => /of/.test(await text_of(page, '#results h3')), true);
      await comes_to(async () => (await lit()).length, 1);
      await comes_to(async () => (await rows_of('#pairings .found')).length, tables);
      await comes_to(async () => (await text_of(page, '#exits pre')).length > 100, true);
      await is_legible(page, `${scheme} ${width}`);
      await axe_finds_nothing(page, `${scheme} ${width}`);
      await photograph(`operator-${scheme}-${width}`);
    }
});
