// The operator's page of targets in a real browser, on a real daemon that sends its games to a stand-in for a site. Run by
// CTest with ADOUBE_BIN and ADOUBE_SCREENSHOTS set.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach, test } from 'node:test';

import { BroadcastSite } from './broadcast_site.js';
import { browser_or_skip, close_pages, launch, open } from './browser.js';
import { comes_to, text_of } from './page.js';
import { picture } from './photograph.js';
import { end_daemon, new_token_in, say_to, start_daemon_in } from './real_daemon.js';
import { axe_finds_nothing, is_legible } from './readable.js';

const path = browser_or_skip();
const bin = process.env.ADOUBE_BIN;
const site_token = 'lip_s3cret';

let browser, folder, site, daemon, address, operator, page;
const pages = [];

const new_token = (name, ...more) => new_token_in(folder, name, ...more);

const configuration = () => `
journal = "hall.journal"
control = "hall.control"
listen = "127.0.0.1:0"
tokens = "hall.tokens"
[event]
name = "E"
[[board]]
number = 1
white = "Adams, Ann"
black = "Baker, Ben"
[[board]]
number = 2
white = "Cole, Cleo"
black = "Dean, Dora"
[[target]]
name = "lichess"
kind = "lichess"
url = "${site.push_url}"
token_file = "site.token"
[[target]]
name = "club"
kind = "file"
url = "${site.url}/games.pgn"
token_file = "site.token"
`;

/// Resolves with the address that the daemon serves.
const start_daemon = async () => {
  const started = await start_daemon_in(folder);
  daemon = started.daemon;
  return started.address;
};

const say = line => say_to(address, operator, line);
const play = (board, moves) => say({ board: `${board}`, moves });

const visit = async options => {
  page = await open(browser, `${address}/targets`, options);
  pages.push(page);
  return page;
};
const enter = async text => {
  await page.getByLabel('The operator\'s token').fill(text);
  await page.keyboard.press('Enter');
};
const visit_as_operator = async options => {
  await visit(options);
  await enter(operator);
  await comes_to(() => text_of(page, '#connection'), 'Live');
  return page;
};
const target = name => `section[aria-labelledby="target-${name}"]`;
const state_of = name => text_of(page, `${target(name)} .state`);
const photograph = name => picture(page, name, { fullPage: true });
const rows_of = selector => page.$$eval(`${selector} tbody tr`, rows => rows.map(row => [...row.children].map(cell => cell.textContent)));

before(async () => {
  browser = await launch(path);
});
after(() => browser.close());
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'adoube-targets-'));
  site = await BroadcastSite.start(site_token);
  writeFileSync(join(folder, 'hall.toml'), configuration());
  writeFileSync(join(folder, 'site.token'), site_token, { mode: 0o600 });
  operator = new_token('Otto', '--role', 'operator');
  address = await start_daemon();
});
afterEach(async () => {
  await close_pages(pages, /status of 40[13]/);
  await end_daemon(daemon);
  await site.down();
  rmSync(folder, { recursive: true, force: true });
});

test('nobody but the operator learns anything of the targets', async () => {
  await play(1, '1. e4');
  const arbiter = new_token('Anna', '--role', 'arbiter', '--boards', '1');
  await visit();
  for (const [text, why] of [['adoube_wrong', /opens nothing here/], ['not a token', /no token/], [arbiter, /not an operator/]]) {
    await enter(text);
    await comes_to(async () => why.test(await text_of(page, '#why')), true);
    assert.equal(await page.$eval('#targets', main => main.children.length), 0);
    assert.equal(await page.evaluate(() => sessionStorage.length), 0, 'a token that opens nothing is not kept');
  }
  for (const headers of [{}, { Authorization: `Bearer ${arbiter}` }])
    assert.ok([401, 403].includes((await fetch(`${address}/api/targets`, { headers })).status));

  await enter(operator);
  await comes_to(() => text_of(page, 'h2'), 'lichess up to date');
  const all = await page.evaluate(() => document.documentElement.outerHTML + document.cookie + location.href);
  const told = await (await fetch(`${address}/api/targets`, { headers: { Authorization: `Bearer ${operator}` } })).text();
  for (const secret of [site_token, operator, 'site.token', 'AbCd1234'])
    for (const text of [all, told]) assert.ok(!text.includes(secret), `${secret} is on the page`);
  await page.reload();
  await comes_to(() => text_of(page, '#connection'), 'Live');
  await page.getByRole('button', { name: 'Forget the token' }).click();
  assert.equal(await page.$eval('#targets', main => main.children.length), 0);
  await page.reload();
  assert.equal(await page.getByLabel('The operator\'s token').isVisible(), true);
});

test('a page of another site can neither read the targets nor reset one, not even with a token', async () => {
  await play(1, '1. e4');
  const foreign = await browser.newPage();
  await foreign.goto(site.url);
  const ways = [{}, { mode: 'no-cors' }, { headers: { Authorization: `Bearer ${operator}` } }, { credentials: 'include' }];
  for (const way of ways)
    for (const [path, more] of [['/api/targets', {}], ['/api/command', { method: 'POST', body: '{"targets":{"reset":"lichess"}}' }]]) {
      const got = await foreign.evaluate(([url, init]) => fetch(url, init).then(answer => answer.text(), () => 'nothing'),
        [address + path, { ...way, ...more }]);
      assert.match(got, /^(nothing)?$/);
    }
  await foreign.close();
  await say({ targets: { push: 'lichess' } });
  await comes_to(async () => site.requests.filter(request => request.endsWith('/push')).length > 1, true);
  assert.ok(!site.requests.some(request => request.endsWith('/reset')));
});

test('a revoked token shows nothing more', async () => {
  await play(1, '1. e4');
  await visit_as_operator();
  execFileSync(join(bin, 'adoube'), ['token', 'revoke', '1', '--tokens', join(folder, 'hall.tokens')], { stdio: 'ignore' });
  await comes_to(() => page.$eval('#targets', main => main.children.length), 0);
  assert.match(await text_of(page, '#why'), /revoked/);
});

test('no token is asked for where everybody on the way could read it', async () => {
  const context = await browser.newContext();
  await context.addInitScript(() => Object.defineProperty(window, 'isSecureContext', { value: false }));
  page = await context.newPage();
  page.errors = [];
  pages.push(page);
  await page.goto(`${address}/targets`);
  await comes_to(async () => /not encrypted/.test(await text_of(page, '#in-the-clear')), true);
  assert.equal(await page.getByLabel('The operator\'s token').isVisible(), false);
});

test('a site that fails and comes back is told as it happens, in words that say what to do', async () => {
  await visit_as_operator();
  await play(1, '1. e4 e5');
  await comes_to(async () => site.games.get('E-r1-b1')?.length, 2);
  await comes_to(() => state_of('lichess'), 'up to date');
  await comes_to(() => state_of('club'), 'up to date');
  await page.click(`${target('lichess')} summary`);
  await comes_to(async () => /^taken at \d\d:\d\d:\d\d$/.test((await rows_of(`${target('lichess')} details`))[0]?.[1]), true);
  assert.equal((await rows_of(`${target('lichess')} details`))[0][0], 'Board 1: Adams, Ann – Baker, Ben');

  await site.down();
  await play(1, '1. e4 e5 2. Nf3');
  await comes_to(() => state_of('lichess'), 'failing');
  const words = await text_of(page, target('lichess'));
  assert.match(words, /127\.0\.0\.1.*; tried again until it works; 1 game not sent yet\./);
  assert.match(words, /To do: nothing at first, as all is sent by itself once the site answers/);
  assert.match(words, /Failing since \d\d:\d\d:\d\d, for \d+ s/);
  assert.match(words, /Next try (in \d+ s|now)/);
  assert.equal(await page.$eval(`${target('lichess')} details`, all => all.open), true, 'what was opened stays open');
  await photograph('targets-failing');
  await site.up();
  await comes_to(() => state_of('lichess'), 'up to date', 60_000);
  assert.deepEqual(site.games.get('E-r1-b1'), ['e4', 'e5', 'Nf3']);
  await comes_to(() => state_of('club'), 'up to date', 60_000);
  assert.match(site.files.get('/games.pgn'), /Nf3/);
});

test('what a site shows after a move was taken back stands beside the board, and one button puts it right', async () => {
  await play(1, '1. e4 e5 2. Nf3 Nc6 3. Bb5');
  await play(2, '1. d4 d5');
  await visit_as_operator();
  await comes_to(async () => site.games.get('E-r1-b1')?.length, 5);
  assert.equal((await page.$$('.difference')).length, 0);
  await say({ board: '1', arbiter: { do: 'takeback', plies: 2 } });
  await say({ board: '1', arbiter: { do: 'move', san: 'Nf6' } });
  const table = page.getByRole('table', { name: 'Board 1, move by move' });
  await comes_to(() => rows_of('.difference'), [['1...', 'e5', 'e5'], ['2.', 'Nf3', 'Nf3'], ['2...', 'Nc6', 'Nf6'], ['3.', 'Bb5', '—']]);
  assert.deepEqual(await table.getByRole('columnheader').allTextContents(), ['Move', 'The site shows', 'The board']);
  assert.equal(await page.getByRole('heading', { name: 'Board 1: Adams, Ann – Baker, Ben' }).count(), 1);
  assert.match(await text_of(page, '.difference'), /The site shows 2\.\.\. Nc6, the board 2\.\.\. Nf6\. Nothing more of this game is sent\./);
  assert.equal(await state_of('lichess'), 'not all taken');
  assert.match(await text_of(page, `${target('lichess')} .to-do`), /reset it: viewers see it empty for a moment/);
  await photograph('targets-taken-back');

  // Only with a yes. The keyboard does all of it.
  const reset = page.getByRole('button', { name: 'Reset and push again…: lichess' });
  const resets = () => site.requests.filter(request => request.endsWith('/reset')).length;
  assert.equal(await page.getByRole('button', { name: /^Reset/ }).count(), 1, 'files have nothing to reset');
  for (const way_out of ['Escape', 'Enter']) { // the first button of the question leaves all as it is
    await reset.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Reset lichess, and push all games again?' }).waitFor();
    if (way_out === 'Enter') await photograph('targets-sure');
    await page.keyboard.press(way_out);
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    assert.equal(await page.evaluate(() => document.activeElement.dataset.verb), 'reset', 'the focus comes back');
  }
  assert.equal(resets(), 0);
  // Asked again before the page has heard that the question before was closed: the new answer counts.
  await reset.focus();
  await page.keyboard.press('Enter');
  await page.evaluate(() => {
    document.querySelector('#cancel').click();
    document.querySelector('[data-verb=reset]').click();
  });
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await comes_to(() => text_of(page, '#said'), 'Target lichess is emptied, and sent all games again.');
  await comes_to(async () => site.games.get('E-r1-b1'), ['e4', 'e5', 'Nf3', 'Nf6']);
  await comes_to(async () => site.games.get('E-r1-b2'), ['d4', 'd5']);
  await comes_to(() => page.$$eval('.difference', all => all.length), 0);
  await comes_to(() => state_of('lichess'), 'up to date');
  assert.equal(resets(), 1);
  assert.equal(site.variations, 0);
});

test('a game that a site refuses is told with the site\'s reason, and pushed again with a button', async () => {
  site.refused.set('E-r1-b2', 'Illegal move');
  await play(1, '1. e4');
  await play(2, '1. d4');
  await visit_as_operator();
  await comes_to(() => text_of(page, `${target('lichess')} summary`), '2 games, 1 refused');
  await page.getByText('2 games, 1 refused').click();
  await comes_to(async () => (await rows_of(`${target('lichess')} details`))[1], ['Board 2: Cole, Cleo – Dean, Dora', 'refused: Illegal move']);
  assert.match(await text_of(page, `${target('lichess')} .to-do`), /put right what the site says of these/);
  await photograph('targets-refused');
  site.refused.clear();
  await page.getByRole('button', { name: 'Push again: lichess' }).click();
  await comes_to(() => text_of(page, '#said'), 'Target lichess is sent all games again.');
  await comes_to(() => text_of(page, `${target('lichess')} summary`), '2 games');
  await comes_to(async () => site.games.get('E-r1-b2'), ['d4']);
});

test('while the daemon is away the page says so, and goes on by itself', async () => {
  await play(1, '1. e4');
  await visit_as_operator();
  writeFileSync(join(folder, 'hall.toml'), configuration().replace('127.0.0.1:0', new URL(address).host));
  await end_daemon(daemon, 'SIGTERM');
  await comes_to(() => text_of(page, '#connection'), 'Connection lost. Trying again…');
  await start_daemon();
  await comes_to(() => text_of(page, '#connection'), 'Live');
  await comes_to(() => state_of('lichess'), 'up to date');
});

test('on a narrow screen, by day and by night, nothing is cut off or hard to read, and axe finds nothing', async () => {
  await play(1, '1. e4 e5 2. Nf3 Nc6');
  await visit_as_operator();
  await comes_to(async () => site.games.get('E-r1-b1')?.length, 4);
  await say({ board: '1', arbiter: { do: 'takeback', plies: 1 } });
  for (const scheme of ['light', 'dark'])
    for (const width of [320, 360, 1280]) {
      await visit_as_operator({ width, height: 740, scheme });
      await comes_to(() => page.$$eval('.difference', all => all.length), 1);
      await page.click(`${target('lichess')} summary`);
      await is_legible(page, `${scheme} ${width}`);
      await axe_finds_nothing(page, `${scheme} ${width}`);
      await photograph(`targets-${scheme}-${width}`);
    }
});

test('every control has a name that says what it does, and to which target', async () => {
  await play(1, '1. e4');
  await visit_as_operator();
  const names = await page.evaluate(() => [...document.querySelectorAll('button, input, a, summary')].filter(one => one.checkVisibility())
    .map(one => one.getAttribute('aria-label') ?? one.textContent));
  assert.deepEqual(names.filter(name => !/\d/.test(name)), ['All boards', 'Push again: lichess', 'Reset and push again…: lichess',
    'Push again: club', 'Forget the token']);
  assert.equal(await page.getByRole('region', { name: /^lichess/ }).count(), 1);
  assert.equal(await page.getByRole('status').count(), 2, 'what changes is read out');
});
