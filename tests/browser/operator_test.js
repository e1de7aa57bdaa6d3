// The organiser's page in a real browser, on a real daemon with virtual boards: a round from the pairing program's file to
// its results, with no command line. Run by CTest with ADOUBE_BIN and ADOUBE_SCREENSHOTS set.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

import { address, arm, bin, boards, bring_boards, daemon, enter, folder, hall_of, look_at, open_games, operator, page, photograph, press, rows_of, saved, sign_in,
  start_daemon, state_of, visit, write, yes } from './organiser_hall.js';
import { comes_to, text_of } from './page.js';
import { end_daemon, new_token_in, say_to } from './real_daemon.js';
import { axe_finds_nothing, is_legible } from './readable.js';
import { trf } from './trf.js';
import { VirtualBoard } from './virtual_board.js';

const tables = 6, with_boards = 4;
hall_of({ tables, with_boards });

const needs = () => page.$$eval('#needs li', all => all.filter(one => one.dataset.level !== 'note').map(one => one.innerText.split('\n')[0]));
const lit = () => page.$$eval('#tables .lit', all => all.map(one => one.dataset.table));
/// The operator's page where one more board seems to be plugged in.
const page_of_spare = async () => {
  await visit();
  await page.route('**/api/boards', route => route.fulfill({ json: { spare: [{ port: `pty:${folder}/spare`, what: 'Adoube pico-matrix 0.1.0' }] } }));
  await enter(operator);
  await comes_to(() => text_of(page, '#connection'), 'Live');
};
const board_at_hall = async number => {
  const response = await fetch(`${address}/api/arbiter`, { headers: { Authorization: `Bearer ${operator}` } });
  return (await response.json()).round.boards.find(({ board }) => board === number);
};

test('a round does not come from the pairing program\'s file to its results without a command line', async () => {
  bring_boards();
  await sign_in();
  await comes_to(() => state_of(4), 'Set up, and ready.');
  assert.equal(await state_of(5), 'No electronics: its moves and result are entered by hand.');

  // Pairings, shown before they are armed.
  const file = write('open.trf', trf(tables));
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
  assert.equal(await page.locator('#tables select[name=board]').evaluate(select => select.selectedOptions[0].text), 'the board of table 3');
  await page.locator('#tables select[name=table]').selectOption('4');
  await press('Put it on that board…');
  await yes('Exchange the boards of tables 4 and 3?');
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
  await say_to(address, operator, { board: '1', arbiter: { do: 'result', result: '0-1' } }); // as another's console does
  const unconfirmed = '3 results await an arbiter’s confirmation (8.7), on boards 2, 3, 4.';
  await comes_to(async () => (await open_games()).at(-1), unconfirmed);
  await page.locator('[data-table="1"]').getByRole('button', { name: 'Scoresheet' }).click();
  await comes_to(async () => (await page.locator('#to-print .page').innerText()).includes('Qh4#'), true);
  const [sheet] = await Promise.all([page.waitForEvent('download'), press('Save as PDF')]);
  assert.match(readFileSync(await sheet.path(), 'latin1'), /^%PDF-/);
  await page.keyboard.press('Escape');
  assert.equal(await page.isVisible('#to-print'), false);
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
  await comes_to(open_games, ['Every game has its result.', unconfirmed]);
  assert.deepEqual(await saved('Save the TRF with the results'), ['open-round-1.trf', trf(tables, { 1: '0', 2: '1', 3: '1', 4: '0', 5: '=', 6: '1' })]);
  const [name, csv] = await saved('Save as CSV');
  assert.equal(name, 'round-1.csv');
  assert.equal(csv.trim().split('\n').length, 7);
  assert.equal((await saved('Save as PGN'))[1].match(/^\[White /gm).length, 6);
});

test('a table is not put on a spare board in mid-game, its game begins anew there, or its arbiter is not told', async () => {
  bring_boards();
  await page_of_spare();
  await comes_to(() => state_of(1), 'Set up, and ready.');
  boards[0].play('e4 e5');
  await comes_to(() => state_of(1), 'Move 1.');
  const { record } = await board_at_hall(1);
  boards[0].leave();
  await comes_to(async () => /^Its board is not connected/.test(await state_of(1)), true);
  await page.locator('#tables select[name=table]').selectOption('1');
  await press('Put it on that board…');
  await comes_to(() => text_of(page, '#said'), 'That is the board of table 1 already.');
  await page.locator('#tables select[name=board]').focus();
  const spare = `pty:${folder}/spare`, named = `a spare board: Adoube pico-matrix 0.1.0, ${spare}`;
  await comes_to(() => page.locator('#tables select[name=board]').evaluate(select => select.options.length), with_boards + 1);
  await page.locator('#tables select[name=board]').selectOption(named);
  await photograph('operator-spare');
  await press('Put it on that board…');
  await yes('Table 1 plays on the spare board from now on?');
  await comes_to(async () => new RegExp(`^Done: its board is looked for on port ${spare}`).test(await text_of(page, '#said')), true);
  const other = new VirtualBoard(join(folder, 'spare'), 77);
  boards.push(other);
  await comes_to(async () => (await board_at_hall(1)).here, true, 60_000);
  other.stand_after('e4 e5');
  await comes_to(async () => (await board_at_hall(1)).differ, [], 60_000);
  other.play('Nf3 Nc6');
  await comes_to(async () => (await board_at_hall(1)).game.moves.map(([san]) => san).join(' '), 'e4 e5 Nf3 Nc6', 60_000);
  assert.equal((await board_at_hall(1)).record, record);
  await page.goto(`${address}/arbiter#1`);
  await comes_to(async () => /^Since \d\d:\d\d:\d\d it is played on another board: compare/.test(await text_of(page, '.trouble')), true);
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

test('a round is started or closed unasked, by nobody, without what speaks against it, or is open after the daemon was killed', async () => {
  const round = number => page.locator(`#rounds [data-round="${number}"]`);
  const press_there = (number, name) => round(number).getByRole('button', { name, exact: true }).click();
  const state = async number => (await round(number).locator('.state').innerText()).replace(/\d\d:\d\d/g, 'HH:MM');
  const doubts = async title => {
    await page.getByRole('dialog', { name: title }).waitFor();
    return (await page.locator('#confirm-text').innerText()).split('\n');
  };
  await sign_in();
  await arm(write('open.trf', trf(tables)));
  bring_boards();
  boards[3].leave();
  await comes_to(() => state_of(3), 'Set up, and ready.');
  boards[1].lift('b1');
  await comes_to(async () => /b1/.test(await state_of(2)), true);
  await press('Close');
  await press_there(1, 'Start the round…');
  const before = await doubts('Start round 1?');
  assert.match(before[0], /^Table 2: it is not set up right: b1 is empty/);
  assert.match(before[1], /^Table 4: its board is not connected/);
  assert.match(before[2], /No clock is started by it/);
  assert.equal(before.length, 3);
  await photograph('operator-start');
  await press('Leave it as it is');
  assert.equal(await state(1), 'Not started.');
  const shown = async () => (await fetch(`${address}/round.pgn`)).text();
  const public_before = await shown();
  await press_there(1, 'Start the round…');
  await yes('Start round 1?');
  await comes_to(() => state(1), 'Started HH:MM by Otto (token 1).');
  assert.equal(await text_of(page, '#said'), 'Done: round 1 is started');
  await press_there(1, 'It has not started…');
  await page.getByRole('dialog', { name: 'Take back the start of round 1?' }).waitFor();
  // Meanwhile another operator has done so, and has started the round in earnest.
  for (const line of [{ reopen: { round: '1', of: 'start' } }, { start: { round: '1' } }]) {
    const { ok } = await fetch(`${address}/api/command`, { method: 'POST', headers: { Authorization: `Bearer ${operator}` }, body: JSON.stringify(line) });
    assert.ok(ok);
  }
  await press('Yes');
  await comes_to(async () => /round 1 is in another state than you saw: it was started, by Otto \(token 1\)/.test(await text_of(page, '#said')), true);
  await page.reload(); // as of now, which looks the same
  await comes_to(() => state(1), 'Started HH:MM by Otto (token 1).');
  await press_there(1, 'It has not started…');
  await yes('Take back the start of round 1?');
  await comes_to(() => state(1), 'Not started.');
  await press_there(1, 'Start the round…');
  await yes('Start round 1?');
  await comes_to(() => state(1), 'Started HH:MM by Otto (token 1).');
  assert.equal(await shown(), public_before);

  boards[0].play('f3 e5 g4 Qh4');
  await comes_to(() => state_of(1), 'Over, 0–1.', 60_000);
  await comes_to(() => text_of(page, '#results h3'), 'Round 1: 1 of 6 over', 60_000);
  assert.equal(await text_of(page, '#results .final'), 'These files are final once the round is closed.');
  await press('Close');
  await press_there(1, 'Close the round…');
  const open = await doubts('Close round 1?');
  assert.equal(open[0], 'Board 1, PlayerA, P1 - PlayerG, P7 0-1: no arbiter has confirmed it (8.7).');
  assert.equal(open[1], 'Board 2, Björn, Bo - PlayerH, P8: it has no result.');
  assert.equal(open.length, 7);
  await press('Yes');
  await comes_to(() => state(1), 'Started HH:MM by Otto (token 1). Closed HH:MM by Otto (token 1).');
  await comes_to(async () => /^These files are final: the round was closed/.test(await text_of(page, '#results .final')), true);
  await comes_to(() => text_of(page, '#pairings .answer'), 'Choose the pairings of round 2: it can be armed at once.');
  assert.equal(await page.locator('#pairings input[name=round]').inputValue(), '2');
  await photograph('operator-closed');

  // The next round is armed at once where the last one has its result.
  await look_at(write('round-2.csv', 'round;board;white;black\n2;1;Cole, Cleo;Dean, Dora\n'));
  await press('Arm round 2…');
  await yes('Arm round 2?');
  await comes_to(() => state(2), 'Not started.');

  await end_daemon(daemon);
  await start_daemon(new URL(address).host);
  await comes_to(() => text_of(page, '#connection'), 'Live', 60_000);
  await page.reload();
  await comes_to(() => state(1), 'Started HH:MM by Otto (token 1). Closed HH:MM by Otto (token 1).', 60_000);

  // What changes after the close is told, until the round is open again.
  await page.goto(`${address}/arbiter`);
  await page.locator('#list a[href="#5"]').click();
  await press('Draw ½–½…');
  await press('Yes');
  await comes_to(async () => /^Board 5: Done/.test(await text_of(page, '#said')), true);
  await page.goto(`${address}/operator`);
  await page.locator('#results input[name=round]').fill('1');
  await page.locator('#results input[name=round]').press('Tab');
  await comes_to(async () => /round 1 was closed, but its games are not as they were then/.test(await text_of(page, '#results .wrong')), true);
  await press_there(1, 'Open it again…');
  await yes('Open round 1 again?');
  await comes_to(() => state(1), 'Started HH:MM by Otto (token 1).');
  await comes_to(() => text_of(page, '#results .final'), 'These files are final once the round is closed.');
});

test('the clock times of a half hour are another\'s, are not those that were noted, or are not printed alone', async () => {
  const game = (board, more) => ({ board, record: `E-r1-b${board}`, white: `White ${board}`, black: '', w: 3_723_000, b: 60_000, running: 'w', to_move: 'w', plies: 12,
    connected: true, ...more });
  const list = (round, half_hours, time, games) => ({ event: 'E', round, half_hours, at: Date.parse(`${time.replace(' ', 'T')}Z`), time, games });
  await end_daemon(daemon);
  write('hall.journal-clock-times', [
    list('1', 1, '2026-11-20 10:30:00', [game(1)]),
    list('2', 1, '2026-11-20 15:30:00', [game(1), game(2)]),
    list('2', 2, '2026-11-20 16:00:04', [game(1, { running: 'b', to_move: 'b', plies: 13, connected: false }), game(2, { w: null, b: null, running: null, plies: 0 })]),
  ].map(one => `${JSON.stringify(one)}\n`).join(''));
  await start_daemon();
  await sign_in();
  assert.equal(await page.isVisible('#clock-times table'), false);
  const cells = () => rows_of('#clock-times .found');
  await page.getByText('Both clocks of each game in play, noted every half hour').click();
  await comes_to(cells, [['1', 'White 1', '1:02:03', '?', '1:00runs', 'Black', '13not connected then'],
    ['2', 'White 2', 'not known', '?', 'not known', 'White', '0']]);
  assert.equal(await text_of(page, '#clock-times caption'), 'E, round 2: clocks at 2026-11-20 16:00:04');
  await photograph('operator-clock-times');
  await page.locator('#clock-times select[name=list]').selectOption({ label: '15:30, after 0:30 h' });
  await comes_to(async () => (await cells())[0], ['1', 'White 1', '1:02:03runs', '?', '1:00', 'White', '12']);
  await page.evaluate(() => (globalThis.print = () => {}));
  await page.locator('#clock-times').getByRole('button', { name: 'Print', exact: true }).click();
  await page.emulateMedia({ media: 'print' });
  assert.equal(await page.isVisible('#clock-times table'), true);
  for (const other of ['header', '#tables', '#clock-times form', 'footer']) assert.equal(await page.isVisible(other), false, other);
  await page.evaluate(() => dispatchEvent(new Event('afterprint')));
  assert.equal(await page.isVisible('#tables'), true);
  await page.emulateMedia({ media: 'screen' });
  await page.locator('#clock-times select[name=round]').selectOption('1');
  await comes_to(async () => (await cells()).length, 1);
  assert.equal(await text_of(page, '#clock-times caption'), 'E, round 1: clocks at 2026-11-20 10:30:00');

  const anna = new_token_in(folder, 'Anna', '--role', 'arbiter', '--boards', '2');
  const told = await fetch(`${address}/api/clock-times`, { headers: { Authorization: `Bearer ${anna}` } });
  assert.deepEqual((await told.json()).lists.map(({ games }) => games.map(({ board }) => board)), [[2], [2]]);
  assert.equal((await fetch(`${address}/api/clock-times`)).status, 401);
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
  const body = JSON.stringify({ file: { name: 'a.trf', base64: btoa(trf(tables)) } });
  for (const headers of [{}, { Authorization: `Bearer ${anna}` }])
    for (const what of ['pairings', 'results'])
      assert.ok([401, 403].includes((await fetch(`${address}/api/round/${what}`, { method: 'POST', headers, body })).status));

  bring_boards();
  await sign_in();
  await arm(write('open.trf', trf(tables)));
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
  const same_id = write('same.trf', trf(tables, {}, (line, number) => (number === 3 ? line.replace('4600003', '4600001') : line)));
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
  const file = write('open.trf', trf(tables));
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

test('a scoresheet that could not be printed is not told by table, is not printed again, or stays red once it was', async () => {
  const lp = does => writeFileSync(join(folder, 'lp'), `#!/bin/sh\n${does}\n`, { mode: 0o755 });
  const path_before = process.env.PATH;
  process.env.PATH = `${folder}:${path_before}`;
  try {
    lp('echo "lp: no paper" >&2; exit 1');
    await end_daemon(daemon);
    await start_daemon(new URL(address).host, '[print]\nprinter = "Office"\n');
    await say_to(address, operator, { board: '5', arbiter: { do: 'result', result: '1-0' } });
    await sign_in();
    const unprinted = async () => (await needs()).filter(text => text.includes('scoresheet'));
    await comes_to(unprinted, ['1 scoresheet could not be printed: table 5. Printer "Office": lp refused the sheet: lp: no paper.'], 60_000);
    await photograph('operator-printing');
    await press('Print again');
    await comes_to(() => text_of(page, '#said'), 'Done: 1 scoresheet is printed again');
    await comes_to(async () => {
      const { printing } = await (await fetch(`${address}/api/status`, { headers: { Authorization: `Bearer ${operator}` } })).json();
      return [printing.waiting, printing.doubtful.length];
    }, [0, 1]);
    lp('cat > /dev/null; echo request id is Office-1');
    await press('Print again');
    await comes_to(unprinted, []);
    const refused = await fetch(`${address}/api/command`, { method: 'POST', headers: { Authorization: `Bearer ${operator}` }, body: '{"print":"dismiss"}' });
    assert.equal(refused.status, 422, 'nothing is left to be dismissed');
  } finally {
    process.env.PATH = path_before;
  }
});

test('axe finds something on the page, or something is cut off or hard to read, on a phone or by night', async () => {
  await end_daemon(daemon);
  write('hall.journal-clock-times', '{"event":"E","round":"1","half_hours":1,"at":1763652600000,"time":"2025-11-20 15:30:00","games":[{"board":1,"record":"E-r1-b1",'
    + '"white":"Featherstonehaugh-Cholmondeley, Bartholomew","black":"B","w":3723000,"b":null,"running":"w","to_move":"w","plies":1,"connected":false}]}\n');
  await start_daemon();
  bring_boards();
  await sign_in();
  const file = write('open.trf', trf(tables));
  await arm(file);
  boards[0].play('f3 e5 g4 Qh4');
  boards[2].lift('e1');
  boards[3].leave();
  for (const scheme of ['light', 'dark'])
    for (const width of [320, 390, 1280]) {
      await sign_in({ width, height: 844, scheme });
      await look_at(file);
      await page.getByText('Every exit, to whom and how late').click();
      await page.getByText('Both clocks of each game in play').click();
      await comes_to(async () => (await rows_of('#clock-times .found')).length, 1);
      await comes_to(async () => /of/.test(await text_of(page, '#results h3')), true);
      await comes_to(async () => (await lit()).length, 1);
      await comes_to(async () => (await rows_of('#pairings .found')).length, tables);
      await comes_to(async () => (await text_of(page, '#exits pre')).length > 100, true);
      await is_legible(page, `${scheme} ${width}`);
      await axe_finds_nothing(page, `${scheme} ${width}`);
      await photograph(`operator-${scheme}-${width}`);
    }
});
