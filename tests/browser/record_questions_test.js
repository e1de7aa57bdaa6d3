// What an arbiter asks of a record, on the console: claims, the umpire's reading, evidence to print. Run by CTest as
// arbiter_test.js.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

import { address, anna, bin, board_at_hall, folder, new_token, page, photograph, play_on_7, press, restart_with, say, sign_in } from './console_hall.js';
import { comes_to, read_board, text_of } from './page.js';
import { axe_finds_nothing } from './readable.js';
import { VirtualBoard } from './virtual_board.js';

test('a claim is judged without the positions that repeat, or it is not told that the right to it is open', async () => {
  await say({ board: '1', moves: '1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8' });
  await sign_in({ width: 360, height: 740 }, 1);
  const card = page.locator('.case', { hasText: 'White may now claim a draw' }).first();
  await card.getByRole('button', { name: 'Repetition and fifty moves' }).click();
  await comes_to(() => page.locator('.claim .text').allInnerTexts(), ['White may claim a draw now: the position stands for the third time.']);
  const captions = async () => (await page.locator('.repeated figcaption').allInnerTexts()).map(text => text.split(' · ')[0]);
  await comes_to(captions, ['1 Start position', '2 After 2… Ng8', '3 After 4… Ng8']);
  for (const n of [1, 2, 3])
    assert.equal(await read_board(page, `.repeated figure:nth-child(${n})`), 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR');
  await photograph('claim-phone');
  await say({ board: '1', claim: 'w', on: 'repetition' });
  await comes_to(async () => (await board_at_hall(1)).proposals.length, 1);
  await page.locator('.case', { hasText: 'claim of threefold repetition is correct' }).getByRole('button', { name: 'Repetition and fifty moves' }).click();
  await comes_to(async () => /is correct: the game is drawn/.test(await text_of(page, '.claim .text')), true);
});

/// Sets `window.wrong` to what the desk says at any moment of a right to claim that is not `open[moves]`, "White" or "Black".
const watch_rights = open => page.evaluate(open => {
  window.wrong = [];
  const look = () => {
    const plies = document.querySelector('.record ol').children.length;
    for (const node of document.querySelectorAll('.claim .text, .case .text')) {
      const [, side] = node.textContent.match(/^(White|Black) may (?:now claim|claim) a draw/) ?? [];
      if (side && node.checkVisibility() && side !== open[plies]) window.wrong.push(`${plies}: ${node.textContent}`);
    }
  };
  new MutationObserver(look).observe(document.querySelector('#desk'), { subtree: true, childList: true, characterData: true, attributes: true });
}, open);

test('the right to claim is told at some moment of a position that does not stand', async () => {
  await say({ board: '1', moves: '1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8' });
  await sign_in({}, 1);
  await watch_rights({ 8: 'White', 9: 'Black' });
  await page.locator('.case', { hasText: 'White may now claim a draw' }).getByRole('button', { name: 'Repetition and fifty moves' }).click();
  const right = page.locator('.claims .claim').last().locator('.text');
  const says = async (text, boards) => {
    await comes_to(() => right.innerText(), text);
    await comes_to(() => page.locator('.repeated figure').count(), boards);
  };
  await says('White may claim a draw now: the position stands for the third time.', 3);
  await say({ board: '1', moves: '5. Nf3' });
  await says('Black may claim a draw now: the position stands for the third time.', 3);
  assert.equal(await page.locator('.case', { hasText: 'White could claim a draw of this position, and no longer can.' }).count(), 1);
  await say({ board: '1', moves: '5... e5' });
  await says('As it stands, no draw can be claimed without announcing a move.', 1);
  await say({ board: '1', arbiter: { do: 'takeback', plies: 2 } });
  await says('White may claim a draw now: the position stands for the third time.', 3);
  await photograph('claims-again');
  assert.deepEqual(await page.evaluate(() => window.wrong), []);
  await page.locator('.claims').getByRole('button', { name: 'Close' }).click();
  assert.equal(await page.isVisible('.claims'), false);
});

test('a touch takes the right to claim, and the page still tells of it', async () => {
  const board = new VirtualBoard(join(folder, 'board-7'), 7);
  try {
    await comes_to(async () => (await board_at_hall(7)).here, true);
    board.play('Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8');
    await comes_to(async () => (await board_at_hall(7)).right, { side: 'w', ply: 9, times: 3, fifty: false, lost: false });
    await sign_in({}, 7);
    const card = page.locator('.case', { hasText: 'White may now claim a draw' });
    await card.getByRole('button', { name: 'Repetition and fifty moves' }).click();
    await comes_to(() => text_of(page, '.claim .text'), 'White may claim a draw now: the position stands for the third time.');
    board.lift('b1');
    await comes_to(() => text_of(page, '.claim .text'), 'White can no longer claim a draw, as a piece was touched (the position stands for the third time).');
    assert.equal(await card.count(), 0);
  } finally {
    board.leave();
  }
});

test('how the umpire came to its reading is not told where an arbiter asks', async () => {
  await play_on_7(({ incidents }) => incidents.length > 0, () => say({ board: '7', arbiter: { do: 'takeback', plies: 2 } }));
  await sign_in({}, 7);
  const card = page.locator('.case').first();
  assert.equal(await card.locator('.reading').count(), 0, 'on demand');
  await card.getByRole('button', { name: 'How the umpire read it' }).click();
  await comes_to(async () => (await card.locator('.reading li').first().innerText()).includes('cost '), true);
  await photograph('reading');
});

test('from a hand in the air to the printed page takes more than four steps, or two minutes', async () => {
  await restart_with('evidence_key = "hall.key"');
  await say({ board: '1', moves: '1. e4 e5 2. Nf3' });
  await sign_in({ width: 390, height: 844 });
  await page.evaluate(() => (window.print = () => (window.printed = true)));
  await play_on_7(({ incidents }) => incidents.some(({ squares }) => squares.length > 1),
    () => say({ board: '7', arbiter: { do: 'takeback', plies: 2 } }));
  const incident = (await board_at_hall(7)).incidents.find(({ squares }) => squares.length > 1);
  const began_ms = Date.now();
  let steps = 0;
  const step = async what => (++steps, await what.click());
  await step(page.locator('#list a[href="#7"]'));
  await step(page.locator('.case', { hasText: incident.text }).first().getByRole('button', { name: 'Evidence to print' }));
  await comes_to(async () => page.locator('#to-print .verdict strong').innerText(), 'VERIFIED');
  await step(page.getByRole('button', { name: 'Print', exact: true }));
  assert.equal(await page.evaluate(() => window.printed), true);
  const took_ms = Date.now() - began_ms;
  console.log(`# evidence on paper after ${steps} steps and ${took_ms} ms`);
  assert.ok(steps <= 4 && took_ms < 120_000);
});

test('the report lacks a decision or who made it, or tells an arbiter of other boards', async () => {
  await say({ board: '1', moves: '1. e4 e5' });
  await say({ board: '1', flag: 'w' });
  await say({ board: '9', moves: '1. d4' });
  await say({ board: '9', arbiter: { do: 'result', result: '1-0' } });
  await sign_in({}, 1);
  await page.locator('.results').getByRole('button', { name: 'Draw ½–½…' }).click();
  await press('Yes');
  await comes_to(async () => (await board_at_hall(1)).game.result, '1/2-1/2');
  await press('Arbiter’s report');
  const paper = page.locator('#to-print .paper');
  await comes_to(async () => paper.locator('h1').innerText(), 'Arbiter’s report');
  const text = (await paper.locator('.page').innerText()).replace(/\s+/g, ' ');
  for (const part of ['Boards 1-8', 'Adams, Ann – Baker, Ben 1/2-1/2', 'White\'s flag fell', 'Article 6.9 of the Laws of 2023',
    'White\'s flag was seen fallen, by Otto (token 1)', 'the arbiter entered the result 1/2-1/2, by Anna (token 2)'])
    assert.ok(text.includes(part), `${part} is not in: ${text}`);
  for (const other of ['Hidden', 'Unseen']) assert.ok(!text.includes(other), `${other}: a board that is not hers`);
  await axe_finds_nothing(page, 'the report');
  await photograph('report-of-arbiter');
  const printed = await page.pdf({ preferCSSPageSize: true });
  if (process.env.ADOUBE_SCREENSHOTS) writeFileSync(join(process.env.ADOUBE_SCREENSHOTS, 'report-of-arbiter.pdf'), printed);
  const [download] = await Promise.all([page.waitForEvent('download'), press('Save as CSV')]);
  const file = join(folder, 'report.csv');
  await download.saveAs(file);
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  assert.ok(lines.some(line => /^1;1;arbiter;\d\d:\d\d:\d\d;.*entered the result 1\/2-1\/2;Anna \(token 2\);/.test(line)), lines.join('\n'));
  assert.ok(lines.every(line => !line.includes('Hidden')));
  const by_verb = execFileSync(join(bin, 'adoube'), ['round', 'report', '--csv', '--journal', join(folder, 'hall.journal')], { encoding: 'utf8' });
  assert.ok(by_verb.includes(';Anna (token 2);') && by_verb.includes('Hidden, Hugo'), by_verb);
});

test('the page of evidence is not verified, cannot be printed, or its file is another', async () => {
  await restart_with('evidence_key = "hall.key"');
  await play_on_7(({ incidents }) => incidents.some(({ squares }) => squares.length > 1),
    () => say({ board: '7', arbiter: { do: 'takeback', plies: 2 } }));
  await sign_in({}, 7);
  const incident = (await board_at_hall(7)).incidents.find(({ squares }) => squares.length > 1);
  await page.locator('.case', { hasText: incident.text }).first().getByRole('button', { name: 'Evidence to print' }).click();
  const paper = page.locator('#to-print .paper');
  await comes_to(async () => (await paper.locator('.verdict strong').innerText()), 'VERIFIED');
  const text = await paper.locator('.page').innerText();
  for (const part of [incident.text, incident.article, 'root hash', 'What was seen', 'adoube/'])
    assert.ok(text.includes(part), `${part} is not in it`);
  assert.ok(await paper.locator('svg.board').count() >= 1);
  assert.equal(await paper.locator('.light').first().evaluate(node => getComputedStyle(node).fill), 'rgb(244, 240, 230)', 'its own style');
  await axe_finds_nothing(page, 'the evidence');
  await photograph('evidence');
  await page.emulateMedia({ media: 'print' });
  assert.equal(await page.isVisible('main'), false, 'only the paper is printed');
  assert.equal(await page.isVisible('#to-print .buttons'), false);
  assert.equal(await paper.isVisible(), true);
  const printed = await page.pdf({ preferCSSPageSize: true });
  const tall_mm = await paper.evaluate(node => node.scrollHeight / 96 * 25.4), pages = printed.toString('latin1').match(/\/Type\s*\/Page[^s]/g).length;
  assert.ok(pages * (297 - 2 * 18) >= tall_mm * 0.9, `${pages} pages for ${tall_mm} mm`);
  if (process.env.ADOUBE_SCREENSHOTS) writeFileSync(join(process.env.ADOUBE_SCREENSHOTS, 'evidence.pdf'), printed);
  await page.emulateMedia({ media: null });
  const [download] = await Promise.all([page.waitForEvent('download'), press('Save the signed file')]);
  const file = join(folder, 'saved.evidence');
  await download.saveAs(file);
  const key = execFileSync(join(bin, 'adoube'), ['evidence', 'key', 'show', join(folder, 'hall.key')], { encoding: 'utf8' }).match(/\S+\+[0-9a-f]{8}\+\S+/)[0];
  const verdict = execFileSync(join(bin, 'adoube'), ['verify', file, '--key', key, '--brief'], { encoding: 'utf8' });
  assert.match(verdict, /^VERIFIED by /m);
  assert.ok(readFileSync(file, 'utf8').includes('adoube-evidence/v1'));
});

test('the full scoresheet is not that of the game, is cut on paper, cannot be saved, or is open to an arbiter of other boards', async () => {
  await restart_with('evidence_key = "hall.key"');
  await say({ board: '1', moves: '1. e4 e5 2. Nf3' });
  await say({ board: '1', offer: 'w' });
  await say({ board: '1', claim: 'b', on: 'repetition' });
  await sign_in({}, 1);
  const paper = page.locator('#to-print .paper');
  const now = async () => (await paper.locator('.page').innerText()).replace(/\s+/g, ' ');
  await press('Scoresheet');
  await comes_to(async () => (await paper.locator('h1').innerText()), 'E');
  for (const part of ['Adams, Ann', 'Baker, Ben', 'Nf3(=)', 'Article 9.', 'White’s signature']) assert.ok((await now()).includes(part), `${part} is not in: ${await now()}`);
  assert.equal(await paper.locator('svg path').count(), 1, 'the QR code');
  assert.equal(await paper.locator('.page').evaluate(node => getComputedStyle(node).backgroundColor), 'rgb(255, 255, 255)', 'its own style');
  await photograph('full-scoresheet');
  await page.emulateMedia({ media: 'print' });
  assert.equal(await page.isVisible('body > main'), false, 'only the paper is printed');
  assert.equal((await page.pdf({ preferCSSPageSize: true })).toString('latin1').match(/\/Type\s*\/Page[^s]/g).length, 1);
  await page.emulateMedia({ media: null });
  const [download] = await Promise.all([page.waitForEvent('download'), press('Save as PDF')]);
  assert.equal(download.suggestedFilename(), `${(await board_at_hall(1)).record}.pdf`);
  const file = join(folder, 'sheet.pdf');
  await download.saveAs(file);
  assert.match(readFileSync(file, 'latin1'), /^%PDF-/);
  await press('Close');
  await say({ board: '1', arbiter: { do: 'result', result: '1/2-1/2' } }); // the game is over, and so is the sheet
  await comes_to(async () => (await board_at_hall(1)).game.result, '1/2-1/2');
  await press('Scoresheet');
  await comes_to(async () => (await now()).includes('½–½'), true);
  const { record } = await board_at_hall(1), ben = new_token('Ben', '--role', 'arbiter', '--boards', '2');
  for (const what of ['sheet', 'sheet.pdf'])
    for (const [token, status] of [[anna, 200], [ben, 403], [null, 401]]) {
      const answer = await fetch(`${address}/api/games/${record}/${what}`, token ? { headers: { Authorization: `Bearer ${token}` } } : {});
      assert.equal(answer.status, status, `${what} for ${status}`);
    }
  await press('Close');
  await press('Sign out');
  assert.equal(await page.locator('#to-print').innerHTML(), '', 'nothing stays');
});

test('without a key nobody is told why there is no evidence', async () => {
  await say({ board: '1', moves: '1. e4 e5' });
  await say({ board: '1', flag: 'w' });
  await sign_in({}, 1);
  await page.locator('.case').first().getByRole('button', { name: 'Evidence to print' }).click();
  await comes_to(() => text_of(page, '#to-print [role=status]'),
    'There is nothing to print: nothing is signed in this hall: name an evidence_key in its configuration.');
  await page.keyboard.press('Escape');
  assert.equal(await page.isVisible('#to-print'), false);
});
