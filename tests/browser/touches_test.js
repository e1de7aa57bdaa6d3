// What the sensors of a board have seen, on the arbiter's console: the slider, and the true order of touches. Run by CTest
// as arbiter_test.js.

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';

import { Chess } from 'chess.js';

import { address, anna, board_at_hall, folder, new_token, operator, page, photograph, play_on_7, press, restart_with, say, sign_in } from './console_hall.js';
import { comes_to, read_board, read_marks, text_of } from './page.js';
import { VirtualBoard } from './virtual_board.js';

const get = async (path, token) => fetch(`${address}${path}`, token ? { headers: { Authorization: `Bearer ${token}` } } : {});
const inputs_of = async record => {
  const all = [];
  for (let from = 1, more = true; more;) {
    const page = await (await get(`/api/games/${record}/inputs?from=${from}`, operator)).json();
    all.push(...page.inputs);
    ({ next: from, more } = page);
  }
  return all;
};
const touches_in = (inputs, [first, last]) => inputs.slice(first - 1, last).filter(({ kind }) => kind === 'lift' || kind === 'drop');
const slide_to = at => page.$eval('.touches input', (range, value) => {
  range.value = value;
  range.dispatchEvent(new Event('input'));
}, at);

test('the touches of a game can be read by the public, or by an arbiter of other boards', async () => {
  await play_on_7(() => true);
  const { record } = await board_at_hall(7);
  const ben = new_token('Ben', '--role', 'arbiter', '--boards', '1-6,8'), fay = new_token('Fay', '--role', 'fair-play');
  const path = `/api/games/${record}/inputs`;
  assert.deepEqual(await Promise.all([anna, operator, ben, fay, 'adoube_wrong', undefined].map(async token => (await get(path, token)).status)),
    [200, 200, 403, 403, 401, 401]);
  for (const other of [`/games/${record}/inputs`, `/games/${record}.inputs`, `/api/games/${record}`, `/api/games/${record}/inputs?token=${anna}`])
    assert.ok([401, 404].includes((await get(other)).status), other);
});

test('the slider shows another board than the sensors have seen, or not what is off it', async () => {
  await play_on_7(({ game }) => game.moves.length >= 6);
  await sign_in({}, 7);
  await press('Touch by touch');
  const { record, game } = await board_at_hall(7);
  const steps = (await inputs_of(record)).filter(({ kind, squares }) => kind !== 'clock' && (kind !== 'snapshot' || squares));
  await comes_to(() => page.$eval('.touches input', range => Number(range.max)), steps.length - 1);
  await slide_to(-1);
  assert.equal(await text_of(page, '.touches .what'), 'Before the first touch');
  await comes_to(() => read_board(page, '.place'), 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR');

  const lift = steps.findIndex(({ kind }) => kind === 'lift');
  await slide_to(lift);
  assert.match(await text_of(page, '.touches .what'), /^\d\d:\d\d:\d\d\.\d · e2 lifted: white pawn$/);
  assert.equal(await text_of(page, '.touches .air'), 'Off the board: white pawn');
  await comes_to(() => read_board(page, '.place'), 'rnbqkbnr/pppppppp/8/8/8/8/PPPP1PPP/RNBQKBNR');
  assert.deepEqual(await read_marks(page, '.place'), ['e2']);
  await photograph('touches-lift');
  await page.getByRole('button', { name: 'The next touch' }).click();
  assert.match(await text_of(page, '.touches .what'), new RegExp(` · ${steps[lift + 1].what}: white pawn$`));
  assert.equal(await text_of(page, '.touches .air'), 'No piece is off the board.');

  const chess = new Chess();
  for (const [at, { move, plies }] of steps.entries()) {
    if (!move) continue;
    while (chess.history().length < plies) chess.move(game.moves[chess.history().length][0]);
    await slide_to(at);
    await comes_to(() => read_board(page, '.place'), chess.fen().split(' ')[0]);
  }
  const third = steps.findIndex(({ move }) => move?.startsWith('2. '));
  await slide_to(third);
  await comes_to(() => text_of(page, '.when'), `After 2. ${game.moves[2][0]} · ${third + 1} of ${steps.length}`);
  assert.equal(await page.getByRole('button', { name: /^Take back/ }).count(), 0, 'a touch is no place to take back to');
  await page.locator('.touches input').focus();
  await page.keyboard.press('End');
  await comes_to(async () => (await text_of(page, '.when')).endsWith(`${steps.length} of ${steps.length}`), true);
  await press('Close');
  await comes_to(() => read_board(page, '.place'), game.fen.split(' ')[0]);
});

test('what is in the hand is not drawn, or in a capture not told from what it takes', async () => {
  const board = new VirtualBoard(join(folder, 'board-7'), 7);
  try {
    await comes_to(async () => (await board_at_hall(7)).here, true);
    board.play('e4 d5 exd5');
    await comes_to(async () => (await board_at_hall(7)).game.moves.length, 3);
    await sign_in({}, 7);
    await press('Touch by touch');
    const steps = (await inputs_of((await board_at_hall(7)).record)).filter(({ kind, squares }) => kind !== 'clock' && (kind !== 'snapshot' || squares));
    const drawn = () => page.$$eval('.in-hand use', all => all.map(one => `${one.closest('.taken') ? 'taken ' : ''}${one.getAttribute('href').split('#')[1]}`));
    const both = steps.findLastIndex(({ kind }) => kind === 'lift');
    for (const [at, pieces, text] of [[-1, [], 'No piece is off the board.'], [steps.findIndex(({ kind }) => kind === 'lift'), ['wp'], 'Off the board: white pawn'],
      [both, ['wp', 'taken bp'], 'In the hand: white pawn · Taken: black pawn'], [both + 1, ['taken bp'], 'Taken: black pawn']]) {
      await comes_to(() => page.$eval('.touches input', range => Number(range.max)), steps.length - 1);
      await slide_to(at);
      assert.equal(await text_of(page, '.touches .air'), text, `step ${at}`);
      assert.deepEqual(await drawn(), pieces);
      if (at === both) await photograph('touches-capture');
    }
  } finally {
    board.leave();
  }
});

test('a time on the console is not that of the hall', async () => {
  await restart_with('time_zone = "Asia/Kathmandu"');
  await say({ board: '1', moves: '1. e4 e5' });
  await say({ board: '1', flag: 'w' });
  await sign_in({}, 1);
  const { started, incidents: [{ t }] } = await board_at_hall(1);
  const in_hall = new Date(Date.parse(started) + t + (5 * 60 + 45) * 60_000).toISOString().slice(11, 19); // all the year
  assert.equal(await text_of(page, '.case .facts time'), in_hall);
});

test('the slider stands still while the game goes on, or runs away from the touch that is looked at', async () => {
  await sign_in({}, 7);
  await play_on_7(({ game }) => game.moves.length >= 10, async () => {
    await press('Touch by touch');
    const last = () => page.$eval('.touches input', range => Number(range.max));
    await comes_to(async () => await last() > 4, true);
    const before = await last();
    await comes_to(async () => await last() > before + 8, true);
    assert.equal(await page.$eval('.touches input', range => range.value === range.max), true, 'at the end it follows');
    await slide_to(2);
    const what = await text_of(page, '.touches .what'), then = await last();
    await comes_to(async () => await last() > then + 2, true);
    assert.equal(await text_of(page, '.touches .what'), what);
  });
});

test('evidence of a span of the slider is of other moves, or its times are not the hall\'s', async () => {
  await restart_with('time_zone = "Asia/Kathmandu"\nevidence_key = "hall.key"');
  await play_on_7(({ game }) => game.moves.length >= 6);
  await sign_in({}, 7);
  await press('Touch by touch');
  const { record } = await board_at_hall(7);
  const steps = (await inputs_of(record)).filter(({ kind, squares }) => kind !== 'clock' && (kind !== 'snapshot' || squares));
  const plies_at = at => steps.slice(0, at + 1).reduce((plies, step) => step.plies ?? plies, 0);
  const lift_of = ply => steps.findIndex(({ kind }, at) => kind === 'lift' && plies_at(at) === ply - 1);
  await comes_to(() => page.$eval('.touches input', range => Number(range.max)), steps.length - 1);
  await slide_to(lift_of(4));
  await press('From here…');
  await slide_to(lift_of(3)); // backwards will do, too
  const paper = page.locator('#to-print .paper');
  const asked = [];
  page.on('request', request => asked.push(request.url()));
  await page.getByRole('button', { name: /^Evidence from \d\d:\d\d:\d\d\.\d to \d\d:\d\d:\d\d\.\d$/ }).click();
  await comes_to(async () => paper.locator('.verdict strong').innerText(), 'VERIFIED');
  assert.ok(asked.some(url => url.endsWith(`/api/games/${record}/evidence?from=3&to=4`)), `${asked}`);
  const text = await paper.locator('.page').innerText();
  assert.match(text, /plies [123] to [4-6] of the game/);
  assert.match(text, /in the hall \(UTC\+05:45: Asia\/Kathmandu, the time zone of the hall\)/);
  await photograph('evidence-span');
  await page.keyboard.press('Escape');
  await photograph('touches-span');
  await press('No longer from there');
  await press('Evidence of this move');
  await comes_to(async () => paper.locator('.verdict strong').innerText(), 'VERIFIED');
  assert.ok(asked.some(url => url.endsWith(`/api/games/${record}/evidence?from=3&to=3`)), `${asked}`);
});

test('the touches of an incident are told in another order than hands made them', async () => {
  await play_on_7(({ incidents }) => incidents.some(({ squares }) => squares.length > 1),
    () => say({ board: '7', arbiter: { do: 'takeback', plies: 2 } })); // while the players go on
  await sign_in({}, 7);
  const { record, incidents } = await board_at_hall(7);
  const inputs = await inputs_of(record);
  for (const incident of incidents) {
    const touches = touches_in(inputs, incident.inputs);
    if (touches.length === 0) continue;
    const card = page.locator('.case', { hasText: incident.text }).first();
    await comes_to(() => card.locator('li span').allInnerTexts().then(texts => texts.filter(text => !/clock/.test(text)).map(text => text.split(':')[0])),
      touches.slice(0, 20).map(({ what }) => what.split(' (')[0]));
    assert.deepEqual((await card.locator('li b').allInnerTexts()).filter(Boolean), touches.slice(0, 20).map((_, at) => `${at + 1}`));
    await card.getByRole('button', { name: 'Show on the board' }).click();
    const drawn = await page.$$eval('.order g', marks => Object.fromEntries(marks.map(mark => {
      const frame = mark.querySelector('rect');
      return ['abcdefgh'[Math.floor(frame.getAttribute('x') / 40)] + (8 - Math.floor(frame.getAttribute('y') / 40)), mark.querySelector('text').textContent];
    })));
    const expected = {};
    touches.forEach(({ what }, at) => (expected[what.slice(0, 2)] = [expected[what.slice(0, 2)], at + 1].filter(Boolean).join('·')));
    assert.deepEqual(drawn, expected);
    await card.locator('li button').first().click();
    await comes_to(async () => (await text_of(page, '.touches .what')).includes(touches[0].what.split(' (')[0]), true);
  }
  assert.equal(await page.$$eval('.case-marks i', marks => marks.length), incidents.length);
  await slide_to(-1);
  const marks = [];
  for (const next = page.getByRole('button', { name: 'The next incident' }); await next.isEnabled();) {
    await next.click();
    marks.push(await page.$eval('.touches input', range => Number(range.value)));
  }
  assert.ok(marks.length > 0 && marks.every((at, n) => n === 0 || at > marks[n - 1]), `${marks}`);
  await photograph('touches-incident');
  await page.setViewportSize({ width: 360, height: 740 });
  await page.$eval('.touches', part => part.scrollIntoView({ block: 'end' }));
  await photograph('touches-incident-phone');
  await page.$eval('.cases', part => part.scrollIntoView());
  await photograph('touches-order-phone');
});
