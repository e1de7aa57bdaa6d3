// Every page that the daemon serves, and every paper on it, for those who do not see, have no mouse, or only a phone. Run by
// CTest as arbiter_test.js.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { pages, path_at } from './addresses.js';
import { anna, board_at_hall, bring_board, look_at, moves_on_7, new_token, operator, order, page, photograph, press, restart_with, say } from './console_hall.js';
import { focused, tab_and_enter, tab_to, unreachable } from './keyboard.js';
import { comes_to, read_board, read_moves, text_of } from './page.js';
import { axe_findings, is_legible } from './readable.js';

/// A hall in which every page has something to show: an illegal move on board 7, a flag on board 1, a result, standings.
const busy_hall = async () => {
  await restart_with('evidence_key = "hall.key"', '[wall]\nstandings_in_hall = true\n');
  const board = await bring_board();
  board.play('e4 e5');
  await comes_to(moves_on_7, 'e4 e5');
  board.carry('f1', 'f5');
  board.button('press', 'w');
  await comes_to(async () => (await board_at_hall(7)).incidents.length, 1);
  await say({ board: '1', moves: '1. e4 e5 2. Nf3 Nc6' });
  await say({ board: '1', flag: 'w' });
  await say({ board: '2', moves: '1. f3 e5 2. g4 Qh4#' });
  await say({ standings: { event: 'E', after_round: 1, places: [{ place: 1, name: 'Adams, Ann', title: 'GM', federation: 'ENG', rating: '2500', points: 1 }] } });
  return board;
};

const of_arbiter = ['/arbiter'], of_operator = ['/operator', '/targets'];
/// As whoever it is for sees it, once all has come.
const show = async (path, options) => {
  await look_at(path_at(path, 7), options);
  const token = of_arbiter.includes(path) ? anna : of_operator.includes(path) ? operator : null;
  if (token) await page.locator('#token').fill(token);
  if (token) await page.locator('#token').press('Enter');
  if (path !== sheet) await comes_to(() => text_of(page, '#connection'), 'Live');
  await page.waitForFunction(() => !document.querySelector('.lost') && document.getAnimations().every(each => each.playState === 'finished'));
};
const sheet = '/games/ID.html';
const show_desk = async options => {
  await show('/arbiter', options);
  await page.locator('#list a[href="#7"]').click();
  await comes_to(() => text_of(page, '#desk-title'), 'Board 7');
  await press('Touch by touch');
  await page.getByRole('button', { name: 'From here…' }).waitFor();
};
const paper = async (options, name) => {
  await show_desk(options);
  await page.getByRole('button', { name, exact: true }).first().click();
  await page.locator('dialog[open] .page').waitFor();
};
/// Every state of every page that is looked at: by name, a function of the options of open().
const looks = new Map([
  ...[...pages, sheet].map(path => [path, options => show(path, options)]),
  ...[...of_arbiter, ...of_operator].map(path => [`${path} before somebody signs in`, async options => {
    await look_at(path, options);
    await page.locator('#token').waitFor();
  }]),
  ...['/board/3', '/rounds?round=7', '/board/1?game=none'].map(path => [`${path}, where nothing is`, async options => {
    await look_at(path, options);
    await page.locator('#empty').waitFor();
  }]),
  ['the desk of a board', show_desk],
  ['evidence', options => paper(options, 'Evidence to print')],
  ['the report', options => paper(options, 'Arbiter’s report')],
  ['the event', async options => {
    await show('/operator', options);
    await page.getByText('Change it, or begin a new event').click();
    await page.getByText('Every exit, to whom and how late').click();
    await page.getByRole('button', { name: 'Save', exact: true }).waitFor();
  }],
]);

test('axe finds something on a page, by day or by night', async () => {
  await busy_hall();
  const found = [];
  for (const [name, look] of looks)
    for (const options of [{ scheme: 'light', width: 1280 }, { scheme: 'dark', width: 390 }]) {
      await look(options);
      found.push(...(await axe_findings(page)).map(text => `${name} ${options.scheme} ${options.width}: ${text}`));
    }
  assert.deepEqual(found, []);
});

test('a name that is written from right to left turns what stands beside it on a page, or on a paper', async () => {
  await busy_hall();
  const names = ['כהן, יעל', 'مصطفى, علي'];
  for (const board of ['1', '2', '7']) await say({ board, tags: { White: names[0], Black: names[1], WhiteTeam: names[1], BlackTeam: names[0] } });
  const of = (name, place) => ({ place, name, points: 1 });
  await say({ standings: { event: 'E', after_round: 1, places: names.map((name, at) => of(name, at + 1)), teams: [{ place: 1, name: names[0], game_points: 1 }] } });
  const found = [], seen = [];
  for (const [name, look] of looks) {
    await look({});
    const [count, outside] = await page.evaluate(names => {
      const roots = [document, ...[...document.querySelectorAll('*')].map(one => one.shadowRoot).filter(Boolean)];
      const texts = roots.flatMap(root => {
        const walker = document.createTreeWalker(root.body ?? root, NodeFilter.SHOW_TEXT), all = [];
        while (walker.nextNode()) all.push(walker.currentNode);
        return all;
      }).filter(({ data, parentElement }) => names.some(one => data.includes(one)) && !parentElement.closest('pre')); // a file as it is
      const stands_alone = ({ data, parentElement }) => names.includes(data.trim()) && parentElement.closest('bdi, [dir=auto]');
      const is_isolated = ({ data }) => names.every(one => !data.includes(one) || data.includes(`\u2068${one}\u2069`));
      return [texts.length, texts.filter(text => !stands_alone(text) && !is_isolated(text)).map(text => text.parentElement.outerHTML.slice(0, 160))];
    }, names);
    if (count > 0) seen.push(name);
    found.push(...outside.map(text => `${name}: ${text}`));
  }
  assert.deepEqual(found, []);
  for (const name of ['/', '/board/N', '/rounds', '/standings', '/arbiter', '/operator', sheet, 'the desk of a board', 'evidence', 'the report'])
    assert.ok(seen.includes(name), `${name} has no name`);
});

test('a control of a page cannot be reached with Tab, or nothing shows that it has the focus', async () => {
  await busy_hall();
  const found = [];
  for (const [name, look] of looks) {
    await look({});
    found.push(...(await unreachable(page)).map(text => `${name}: ${text}`));
  }
  assert.deepEqual(found, []);
});

test('on a phone a page is wider than the screen, or cannot be read', async () => {
  await busy_hall();
  for (const [name, look] of looks)
    for (const width of [320, 390]) {
      await look({ width, height: 740, phone: true });
      const [needed, beyond] = await page.evaluate(wide => [document.documentElement.scrollWidth, [...document.querySelectorAll('body *')]
        .filter(one => one.checkVisibility() && one.getBoundingClientRect().right > wide + 1).map(one => one.outerHTML.slice(0, 120))], width);
      assert.ok(needed <= width, `${name}: ${needed} px on a phone of ${width}, by ${beyond.join('\n')}`);
      await is_legible(page, `${name} ${width}`);
      if (width === 390) await photograph(`every-page-phone-${name.replaceAll(/\W+/g, '-')}`);
    }
});

test('an arbiter cannot settle an illegal move and print its evidence with the keyboard alone', async () => {
  await busy_hall();
  await look_at('/arbiter');
  await page.keyboard.type(anna); // what is asked for has the focus
  await page.keyboard.press('Enter');
  await comes_to(async () => (await order()).split(', ').sort(), ['1 act', '2 confirm', '7 act']);
  await page.evaluate(() => (window.print = () => (window.printed = true)));
  const row = () => page.evaluate(() => document.activeElement.getAttribute('href'));
  for (let n = 0; n < 20 && await row() !== '#7'; ++n) await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await comes_to(() => focused(page), 'Board 7');
  await tab_and_enter(page, '+2 min Black');
  await comes_to(async () => /^Board 7: Done/.test(await text_of(page, '#said')), true);
  await tab_and_enter(page, 'Evidence to print');
  await comes_to(() => page.locator('dialog[open] .verdict strong').innerText(), 'VERIFIED');
  await tab_and_enter(page, 'Print');
  assert.equal(await page.evaluate(() => window.printed), true);
  await page.keyboard.press('Escape');
  await comes_to(() => focused(page), 'Evidence to print');
  await tab_and_enter(page, 'Done with it');
  await comes_to(() => text_of(page, '#tally'), '1 to act on, 1 to confirm');
});

test('somebody who watches cannot find a game and go through its moves with the keyboard alone', async () => {
  await busy_hall();
  await look_at('/');
  await comes_to(() => text_of(page, '#connection'), 'Live');
  await page.keyboard.press('/');
  await page.keyboard.type('adams');
  await page.keyboard.press('Enter');
  await comes_to(() => text_of(page, '#board-name'), 'Board 1');
  await comes_to(() => read_moves(page), '1. e4 e5 2. Nf3 Nc6');
  await page.keyboard.press('Home');
  await comes_to(() => read_board(page), 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR');
  await page.keyboard.press('ArrowRight');
  await comes_to(() => read_board(page), 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR');
  await page.keyboard.press('End');
  await comes_to(() => read_board(page), 'r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R');
  await tab_to(page, 'All boards');
});

test('an arbiter cannot come from a QR code to the end of a case with a thumb', async () => {
  const board = await busy_hall(), carla = new_token('Carla', '--role', 'arbiter', '--boards', '7');
  await look_at(`/arbiter#${carla}`, { width: 360, height: 740, phone: true });
  await comes_to(order, '7 act');
  await page.locator('#list a[href="#7"]').tap();
  await comes_to(() => text_of(page, '#desk-title'), 'Board 7');
  const card = page.locator('.case').first();
  const before_ms = (await board_at_hall(7)).game.clocks.w; // which stands, as White has pressed
  await page.locator('.both').getByRole('button', { name: '+2 min White' }).tap();
  await comes_to(async () => (await board_at_hall(7)).game.clocks.w - before_ms, 120_000);
  await page.getByRole('button', { name: 'Undo', exact: true }).tap();
  await comes_to(async () => (await board_at_hall(7)).game.clocks.w, before_ms);
  await card.getByRole('button', { name: 'Show on the board' }).tap();
  board.carry('f5', 'f1');
  await comes_to(async () => (await board_at_hall(7)).differ, []);
  await card.getByRole('button', { name: 'Done with it' }).tap();
  await page.getByRole('button', { name: '‹ All boards' }).tap();
  await comes_to(() => text_of(page, '#tally'), 'All quiet');
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth) <= 360);
});
