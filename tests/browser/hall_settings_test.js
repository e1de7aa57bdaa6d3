// What the organiser sets on his page beside the event, in a real browser, on a real daemon: who may sign in, the
// standings, a single next game, the delay, the
// screens, and the public key. Run by CTest with ADOUBE_BIN and ADOUBE_SCREENSHOTS set.

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach, test } from 'node:test';

import { browser_or_skip, close_pages, launch, open } from './browser.js';
import { comes_to, text_of } from './page.js';
import { picture } from './photograph.js';
import { end_daemon, new_token_in, start_daemon_in } from './real_daemon.js';
import { axe_finds_nothing, is_legible } from './readable.js';

const path = browser_or_skip();

let browser, folder, daemon, address, operator, page;
const pages = [];

const configuration = (more = '') => `tokens = "hall.tokens"
listen = "127.0.0.1:0"
evidence_key = "hall.key"
${more}
[event]
name = "E"

[[board]]
[[board]]
`;
const start = async more => {
  writeFileSync(join(folder, 'hall.toml'), configuration(more));
  ({ daemon, address } = await start_daemon_in(folder));
};
const visit = async (where, options) => {
  page = await open(browser, `${address}${where}`, options);
  pages.push(page);
};
const sign_in = async options => {
  await visit('/operator', options);
  await page.getByLabel('The operator\'s token').fill(operator);
  await page.keyboard.press('Enter');
  await comes_to(() => text_of(page, '#connection'), 'Live');
};
const press = name => page.getByRole('button', { name, exact: true }).click();
const yes = async title => {
  await page.getByRole('dialog', { name: title }).waitFor();
  await press('Yes');
};
const field = (section, label) => page.locator(section).getByLabel(label);
const answers = (section, pattern) => comes_to(async () => pattern.test(await text_of(page, `${section} .answer`)), true);
const photograph = name => picture(page, name, { fullPage: true });
const ask = (where, token = operator, said) => fetch(`${address}${where}`, { method: said ? 'POST' : 'GET', body: said && JSON.stringify(said),
  headers: { Authorization: `Bearer ${token}` } });

before(async () => {
  browser = await launch(path);
});
after(() => browser.close());
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'adoube-settings-'));
  operator = new_token_in(folder, 'Otto', '--role', 'operator');
  await start();
});
afterEach(async () => {
  await close_pages(pages, /status of 4\d\d/);
  await end_daemon(daemon);
  rmSync(folder, { recursive: true, force: true });
});

// --- who may sign in ---

const tokens_of = kind => page.$$eval(`#tokens .${kind} li`, all => all.map(one => one.firstElementChild.textContent));
const make_token = async (name, boards, days = '') => {
  await field('#tokens', 'An arbiter’s name').fill(name);
  await field('#tokens', 'Boards, as 1-8,12 or all').fill(boards);
  await field('#tokens', 'Days it is good for').fill(days);
  await press('Make a token');
};

test('an arbiter does not get a token without a command line, it opens other boards, or it is still there once it was cleared', async () => {
  let said = '';
  daemon.stderr.on('data', text => (said += text));
  await sign_in();
  await comes_to(() => tokens_of('good'), ['Otto, operator (token 1)']);
  assert.match(await text_of(page, '#tokens .good'), /You are signed in with it\./);
  assert.equal(await page.getByRole('button', { name: /^End it/ }).count(), 0, 'nobody ends his own');
  await make_token('Anna', '2, 1', '3');
  await answers('#tokens', /^Done: token 2: Anna, arbiter, boards 1-2, made .*, good until /);
  await comes_to(() => tokens_of('good'), ['Anna, arbiter of boards 1-2 (token 2)', 'Otto, operator (token 1)']);
  const anna = await text_of(page, '#tokens .new code');
  assert.match(anna, /^adoube_\w{49}$/);
  assert.equal((await (await ask('/api/arbiter', anna)).json()).round.boards.length, 2);
  assert.equal((await ask('/api/tokens', anna)).status, 403);
  await photograph('operator-token');
  await press('Clear it');
  assert.ok(!(await page.content()).includes(anna));
  assert.ok(!said.includes(anna.slice(10, 30)));
  assert.match(said, /token 2: Anna, arbiter, .*; it is made by Otto \(token 1\)/);

  await make_token('Ben', '1-', '');
  await answers('#tokens', /^Not done: boards are written as 1-4,7 or all\.$/);
  assert.equal(await field('#tokens', 'An arbiter’s name').inputValue(), 'Ben');
  await press('End it: token 2, Anna…');
  await page.getByRole('dialog', { name: 'End token 2 of Anna?' }).waitFor();
  await press('Leave it as it is');
  assert.equal((await ask('/api/arbiter', anna)).status, 200);
  await press('End it: token 2, Anna…');
  await yes('End token 2 of Anna?');
  await answers('#tokens', /^Done: token 2 is revoked$/);
  assert.equal((await ask('/api/arbiter', anna)).status, 401);
  await page.getByText('Ended and expired').click();
  assert.deepEqual(await tokens_of('ended'), ['Anna, arbiter of boards 1-2 (token 2)']);
});

test('a phone is sent to an address that is not encrypted, or its camera to another one than the hall has', async () => {
  await sign_in();
  await comes_to(() => page.locator('#tokens .no-https').isVisible(), true);
  await make_token('Anna', '1');
  await page.locator('#tokens .new code').waitFor();
  assert.equal(await page.locator('#tokens svg').count(), 0);
  assert.match(await text_of(page, '#tokens .new'), /good on this computer alone/);

  // With an address: as the daemon would tell it of its certificate.
  await page.route('**/api/tokens*', async route => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), addresses: ['https://hall.example:8443', 'https://192.0.2.7:8443'] } });
  });
  await page.route('**/api/tokens/new', async route => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), addresses: ['https://hall.example:8443', 'https://192.0.2.7:8443'] } });
  });
  const asked = [], drawn_of = [];
  page.on('request', request => {
    asked.push(request.url());
    if (request.url().endsWith('/api/code')) drawn_of.push(JSON.parse(request.postData()).text);
  });
  await make_token('Ben', '1');
  await page.locator('#tokens svg').waitFor();
  const ben = await text_of(page, '#tokens .new code');
  assert.equal(drawn_of.at(-1), `https://hall.example:8443/arbiter#${ben}`);
  assert.equal(await page.locator('#tokens .no-https').isVisible(), false);
  const { path: drawn, side } = await (await ask('/api/code', operator, { text: drawn_of.at(-1) })).json();
  assert.equal(await page.locator('#tokens svg path').getAttribute('d'), drawn);
  assert.equal(await page.locator('#tokens svg').getAttribute('viewBox'), `-4 -4 ${side + 8} ${side + 8}`);
  await field('#tokens', 'The address that phones open').selectOption('https://192.0.2.7:8443');
  await comes_to(async () => drawn_of.at(-1), `https://192.0.2.7:8443/arbiter#${ben}`);
  assert.ok(asked.filter(url => url.startsWith(address)).every(url => !url.includes(ben.slice(10, 30))), 'no address that is asked for has it');
  for (const scheme of ['light', 'dark']) {
    await page.emulateMedia({ colorScheme: scheme });
    for (const width of [320, 1280]) {
      await page.setViewportSize({ width, height: 844 });
      await is_legible(page, `tokens ${scheme} ${width}`);
      await axe_finds_nothing(page, `tokens ${scheme} ${width}`);
    }
  }
  await press('Sign out');
  assert.ok(!(await page.content()).includes(ben), 'nothing of it stays');
});

// --- standings ---

/// Of two players: after `rounds` rounds, which White has won, and a further one is paired.
const trf = rounds => ['012 Open of A-Town', ...['Adams, Ann', 'Baker, Ben'].map((name, at) => {
  const games = Array.from({ length: rounds + 1 }, (_, round) => `  ${`${2 - at}`.padStart(4)} ${at ? 'b' : 'w'} ${round === rounds ? ' ' : at ? 0 : 1}`).join('');
  return `001 ${`${at + 1}`.padStart(4)} m    ${name.padEnd(33)} 2500 GER ${`${4600000 + at}`.padStart(11)} ${''.padEnd(10)} ${(at ? 0 : rounds).toFixed(1).padStart(4)} ${`${at + 1}`.padStart(4)}${games}`;
})].map(line => `${line}\r\n`).join('');
const file_of = (name, text) => {
  writeFileSync(join(folder, name), text, 'latin1');
  return join(folder, name);
};
/// What an address of the internet is shown; the test itself is in the hall.
const shown_outside = async () => (await fetch(`${address}/standings.json`, { headers: { 'X-Forwarded-For': '203.0.113.7' } })).json().catch(() => null);

test('the standings of an imported file need a command line, are shown without the tick, in the hall, or after they were withdrawn', async () => {
  await end_daemon(daemon);
  await start('trusted_proxies = ["127.0.0.1"]');
  await sign_in();
  const tick = page.getByLabel('Show these standings to the public, not on the hall’s displays');
  await comes_to(() => text_of(page, '#standings .state'), 'The public sees no standings.');
  const look_at = async file => {
    await page.getByLabel('The pairing program\'s file: TRF, CSV or PGN').setInputFiles(file);
    await press('Look at it');
  };
  await look_at(file_of('list.csv', 'round;board;white;black\n1;1;Adams, Ann;Baker, Ben\n'));
  await comes_to(() => text_of(page, '#pairings h3'), 'Round 1: 1 game');
  await look_at(file_of('open.trf', trf(0)));
  await page.getByRole('button', { name: 'Arm round 1…' }).waitFor();
  await look_at(file_of('open.trf', trf(1)));
  await tick.waitFor();
  assert.match(await text_of(page, '#pairings .of-file'), /^Standings after round 1: 1\. Adams, Ann, 1; 2\. Baker, Ben, 0/);
  assert.equal(await shown_outside(), null, 'nothing is shown before the tick');
  await photograph('operator-standings');
  await tick.check();
  await comes_to(() => text_of(page, '#standings .state'), 'The public sees the standings after round 1.');
  await comes_to(async () => (await shown_outside())?.places.map(({ name }) => name), ['Adams, Ann', 'Baker, Ben']);
  assert.equal((await fetch(`${address}/standings.json`)).status, 404, 'not in the hall');
  await tick.uncheck();
  await page.getByRole('dialog', { name: 'Show no standings any more?' }).waitFor();
  await press('Leave it as it is');
  await comes_to(() => tick.isChecked(), true);
  await press('Show none any more…');
  await yes('Show no standings any more?');
  await comes_to(() => text_of(page, '#standings .state'), 'The public sees no standings.');
  assert.equal(await shown_outside(), null);

  // After the last round no pairings are looked at.
  await page.getByLabel('A TRF with the standings').setInputFiles(file_of('list.csv', 'white;black\n'));
  await answers('#standings', /^List\.csv: /);
  await page.getByLabel('A TRF with the standings').setInputFiles(file_of('last.trf', trf(3)));
  await page.locator('#standings').getByLabel('Show these standings to the public').check();
  await comes_to(() => text_of(page, '#standings .state'), 'The public sees the standings after round 3.');
  await ask('/api/command', operator, { delay_s: 900 });
  await page.getByLabel('A TRF with the standings').setInputFiles(file_of('later.trf', trf(4)));
  await page.locator('#standings').getByLabel('Show these standings to the public').check();
  await comes_to(() => text_of(page, '#standings .state'), 'The public sees the standings after round 3. Those after round 4 are shown once the delay is over.');
  assert.equal((await shown_outside()).after_round, 3);
  await is_legible(page, 'standings');
  await axe_finds_nothing(page, 'standings');
});

// --- a single next game ---

test('a tie-break needs a command line or a file, is armed unchecked, or is played by the event\'s time control', async () => {
  await sign_in();
  const next = label => field('#next-game', label);
  const found = kind => page.$$eval(`#next-game .${kind} li`, all => all.map(one => one.textContent));
  await comes_to(() => next('At table').inputValue(), '1');
  await next('At table').selectOption('2');
  await next('White').fill('Adams, Ann');
  await next('Black').fill('Adams, Ann');
  await press('Look at this game');
  await comes_to(() => found('wrong'), ['Adams, Ann plays twice: board 2, White and board 2, Black']);
  assert.equal(await page.getByRole('button', { name: 'Arm it at table 2…' }).count(), 0);
  await next('Black').fill('Baker, Ben');
  assert.deepEqual(await found('wrong'), [], 'what is shown is of this game');
  assert.equal(await next('Of round').inputValue(), '1');
  await next('Of round').fill('1.2');
  await next('With the time control').selectOption('3 minutes, 2 seconds a move');
  await press('Look at this game');
  await comes_to(() => found('remarks'), ['2 players have no FIDE id: broadcast sites know them by their names alone']);
  await photograph('operator-next-game');
  await is_legible(page, 'next game');
  await axe_finds_nothing(page, 'next game');
  await press('Arm it at table 2…');
  await yes('Arm Adams, Ann – Baker, Ben at table 2?');
  await comes_to(async () => /^Done: /.test(await text_of(page, '#said')), true);
  await comes_to(() => text_of(page, '[data-table="2"] .names'), 'Adams, Ann – Baker, Ben');
  const { game } = (await (await ask('/api/arbiter')).json()).round.boards.find(({ board }) => board === 2);
  assert.deepEqual([game.tags.White, game.tags.Black, game.tags.Round, game.tags.TimeControl], ['Adams, Ann', 'Baker, Ben', '1.2', '180+2']);
  await press('Close');

  // Her game has no result: a second one elsewhere is doubted, and a name that waits in the form is no game yet.
  await next('At table').selectOption('1');
  await next('White').fill('Adams, Ann');
  await next('Black').fill('Cole, Cleo');
  await press('Look at this game');
  await comes_to(async () => (await found('remarks')).includes('Adams, Ann is also at board 2, whose game has no result'), true);
});

// --- the delay ---

test('a delay of some minutes needs a command line, or one that was typed wrong is set', async () => {
  await sign_in();
  const minutes = field('#exits', 'Another delay, in minutes');
  const delay_ms = async () => (await (await ask('/api/status')).json()).delay.delay_ms;
  await minutes.fill('5 min');
  await page.keyboard.press('Enter');
  await comes_to(() => text_of(page, '#why-not-minutes'), 'Give a whole number of minutes, from 0 to 1440, which is a day.');
  assert.equal(await page.locator('dialog[open]').count(), 0);
  await minutes.fill('5');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Delay everything that leaves the hall by 5 minutes?' }).waitFor();
  assert.equal(await delay_ms(), 0, 'nothing is set before the yes');
  await press('Yes');
  await comes_to(() => text_of(page, '.delay'), 'The public sees this hall 5 minutes late.');
  assert.equal(await delay_ms(), 300_000);
  assert.equal(await text_of(page, '#why-not-minutes'), '');
  assert.equal(await page.locator('#exits [aria-pressed=true]').count(), 0);
  await press('15 minutes');
  await yes('Delay everything that leaves the hall by 15 minutes?');
  await comes_to(() => page.locator('#exits [aria-pressed=true]').allTextContents(), ['15 minutes']);
});

// --- the screens ---

test('the wall is set only by a file and a restart, or another thing is set than was entered', async () => {
  await sign_in();
  const organiser = page;
  await visit('/');
  const wall = page;
  const boards = () => wall.$$eval('.card', cards => cards.map(card => card.getAttribute('href')));
  await comes_to(boards, ['/board/1', '/board/2']);
  const ancestors = async () => (await fetch(`${address}/`)).headers.get('content-security-policy').match(/frame-ancestors (.*)$/)[1];
  assert.equal(await ancestors(), '\'none\'');

  page = organiser;
  await page.getByText('How the boards are shown').click();
  await comes_to(() => text_of(page, '#wall .refused'), `It is written into ${join(folder, 'hall.toml')}, where all else stays as it is.`);
  await field('#wall', 'Boards that come first').fill('two');
  await field('#wall', 'Boards a page at most').fill('0');
  await press('Save for the screens');
  await comes_to(() => text_of(page, '#why-not-featured'), 'Write the numbers of boards, as 1, 2.');
  await field('#wall', 'Boards that come first').fill('2');
  await press('Save for the screens');
  await answers('#wall', /^Not done: nothing is saved: look at what is marked\.$/);
  assert.match(await text_of(page, '#why-not-page'), /^Page must be a whole number from 1/);
  await field('#wall', 'Boards a page at most').fill('12');
  await field('#wall', 'Seconds a page').fill('15');
  await field('#wall', 'Sites that may show the pages').fill('https://club.example');
  await field('#wall', 'Name the openings').check();
  await photograph('operator-wall');
  await press('Save for the screens');
  await press('Write to hall.toml');
  await answers('#wall', /^Done: new in hall\.toml: featured boards, boards a page, seconds a page, names of openings, sites that may show the pages; it counts at once/);
  await comes_to(boards, ['/board/2', '/board/1']);
  assert.equal(await ancestors(), 'https://club.example');
  assert.match(readFileSync(join(folder, 'hall.toml'), 'utf8'), /\[wall\]\nfeatured = \[ 2 \]\npage = 12\nturn_s = 15\nopenings = true\nframe_ancestors = \[ "https:\/\/club\.example" \]\n$/);
  await is_legible(page, 'wall');
  await axe_finds_nothing(page, 'wall');

  await field('#wall', 'Boards that come first').fill('');
  await field('#wall', 'Boards on the wall').fill('1');
  await press('Save for the screens');
  await press('Write to hall.toml');
  await comes_to(boards, ['/board/1']);
  await end_daemon(daemon);
  ({ daemon, address } = await start_daemon_in(folder));
  await visit('/');
  assert.equal((await (await ask('/api/wall')).json()).wall.boards, '1');
});

// --- the public key ---

test('the public key that is to be published is another one than the daemon\'s, or there is none', async () => {
  const text = (await (await fetch(`${address}/api/keys`)).text()).trim();
  await sign_in();
  await comes_to(() => text_of(page, '#key code'), text);
  const fingerprint = createHash('sha256').update(text).digest('hex').match(/.{4}/g).join(' ');
  await comes_to(() => text_of(page, '#key .fingerprint'), `Fingerprint (SHA-256): ${fingerprint}`);
  await page.locator('#key svg').waitFor();
  const { path: drawn } = await (await ask('/api/code', operator, { text })).json();
  assert.equal(await page.locator('#key svg path').getAttribute('d'), drawn);
  const saved = page.waitForEvent('download');
  await press('Save it as a file');
  assert.equal(readFileSync(await (await saved).path(), 'utf8'), `${text}\n`);
  await photograph('operator-key');
  await is_legible(page, 'key');
  await axe_finds_nothing(page, 'key');

  await end_daemon(daemon);
  writeFileSync(join(folder, 'hall.toml'), configuration().replace(/evidence_key.*\n/, '').replace('[event]', 'journal = "other.journal"\n[event]'));
  ({ daemon, address } = await start_daemon_in(folder));
  await sign_in();
  await comes_to(() => text_of(page, '#key .none'), 'The record is not signed, so there is no key to publish.');
  assert.equal(await page.locator('#key .key').isVisible(), false);
});
