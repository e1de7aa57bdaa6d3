// A new event on the organiser's page, in a real browser, on a real daemon: what the form shows, what it writes into the
// configuration's file, and what it refuses. Run by CTest with ADOUBE_BIN and ADOUBE_SCREENSHOTS set.

import assert from 'node:assert/strict';
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach, test } from 'node:test';

import { browser_or_skip, close_pages, launch, open } from './browser.js';
import { comes_to, text_of } from './page.js';
import { picture } from './photograph.js';
import { end_daemon, new_token_in, say_to, start_daemon_in } from './real_daemon.js';
import { axe_finds_nothing, is_legible } from './readable.js';
import { VirtualBoard } from './virtual_board.js';

const path = browser_or_skip();

const almost_empty = `tokens = "hall.tokens"
listen = "127.0.0.1:0" # any port

# as it came
[event]
name = "E"

[[board]]
[[board]]
`;

let browser, folder, daemon, address, operator, page;
const pages = [];

const file = () => readFileSync(join(folder, 'hall.toml'), 'utf8');
const start = async () => ({ daemon, address } = await start_daemon_in(folder));
const sign_in = async options => {
  page = await open(browser, `${address}/operator`, options);
  pages.push(page);
  await page.getByLabel('The operator\'s token').fill(operator);
  await page.keyboard.press('Enter');
  await comes_to(() => text_of(page, '#connection'), 'Live');
};
const open_form = async () => {
  await page.getByText('Change it, or begin a new event').click();
  await page.getByRole('button', { name: 'Save', exact: true }).waitFor();
};
const field = label => page.locator('#event').getByLabel(label, { exact: true });
const choice = name => page.locator(`#event select[name=${name}]`);
const press = name => page.getByRole('button', { name, exact: true }).click();
const yes = async title => {
  await page.getByRole('dialog', { name: title }).waitFor();
  await press('Yes');
};
/// With the changes, as the page tells them before.
const save = async () => {
  await press('Save');
  await page.getByRole('dialog', { name: 'Write this to hall.toml?' }).waitFor();
  const changes = await text_of(page, '#confirm-text');
  await press('Write to hall.toml');
  return changes;
};
const answer = () => text_of(page, '#event .answer');
const answers = pattern => comes_to(async () => pattern.test(await answer()), true);
const photograph = name => picture(page, name, { fullPage: true });
const ask = (where, token = operator, said) => fetch(`${address}${where}`, { method: said ? 'POST' : 'GET', body: said && JSON.stringify(said),
  headers: { Authorization: `Bearer ${token}` } });
const tables = async () => (await (await ask('/api/arbiter')).json()).round.boards;
const games = async () => (await tables()).map(({ game }) => game);

before(async () => {
  browser = await launch(path);
});
after(() => browser.close());
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'adoube-event-'));
  operator = new_token_in(folder, 'Otto', '--role', 'operator');
  writeFileSync(join(folder, 'hall.toml'), almost_empty);
  await start();
});
afterEach(async () => {
  await close_pages(pages, /status of 4\d\d/);
  await end_daemon(daemon);
  rmSync(folder, { recursive: true, force: true });
});

test('a new event is not begun from an almost empty file without a command line, or the file is one that nobody reads', async () => {
  await sign_in();
  await comes_to(() => text_of(page, '#event .now'), 'E, round 1');
  await page.getByText('Change it, or begin a new event').focus();
  await page.keyboard.press('Enter');
  await field('Name').fill('Open of A-Town');
  await page.keyboard.press('Tab');
  await page.keyboard.type('A-Town');
  await field('Federation, as POR').fill('por');
  await field('Chief arbiter').fill('Silva, Ana');
  await field('Date').fill('2026-12-01');
  await choice('usual').selectOption('90 minutes for 40 moves, then 30 minutes, 30 seconds a move');
  assert.equal(await page.getByRole('group', { name: 'Period 1' }).getByLabel('For moves').inputValue(), '40');
  await page.getByRole('group', { name: 'Period 2' }).getByLabel('Minutes').fill('60');
  assert.equal(await choice('usual').inputValue(), 'as below');
  await choice('laws').selectOption('2018');
  await field('Time zone of the hall; empty: this computer’s').fill('Europe/Lisbon');
  await choice('delay_s').selectOption('15 minutes late');
  await photograph('event-form');
  await field('Name').press('Enter');
  await yes('Delay everything that leaves the hall by 15 minutes?');
  await page.getByRole('dialog', { name: 'Write this to hall.toml?' }).waitFor();
  assert.match(await text_of(page, '#confirm-text'), /^Name: Open of A-Town, before: E\. Place: A-Town, before: none\. .* Delay: 900, before: 0\.$/);
  assert.equal(file(), almost_empty, 'nothing is written before the yes');
  await press('Write to hall.toml');
  await answers(/^Done: new in hall\.toml: name, place, federation, date, chief arbiter, time control, Laws, time zone, delay; .*; the delay counts at once; the time zone counts from the next start/);
  const written = `tokens = "hall.tokens"
listen = "127.0.0.1:0" # any port
time_zone = "Europe/Lisbon"
delay_s = 900

# as it came
[event]
name = "Open of A-Town"
site = "A-Town"
federation = "POR"
date = "2026-12-01"
chief_arbiter = "Silva, Ana"

[[board]]
[[board]]

[play]
time_control = "40/90m+30:60m+30"
laws = "2018"
`;
  assert.equal(file(), written);
  assert.equal(readFileSync(join(folder, 'hall.toml.before'), 'utf8'), almost_empty);
  await comes_to(() => text_of(page, '.delay'), 'The public sees this hall 15 minutes late.');
  assert.equal(await text_of(page, '#event .now'), 'Open of A-Town, A-Town, 2026-12-01, round 1');
  await press('Save');
  await answers(/^Done: nothing is new, and nothing was written$/);

  // What is armed from now on is of the new event, and stays over a restart, which has nothing to say against the file.
  writeFileSync(join(folder, 'round.csv'), 'round;board;white;black\n1;1;Adams, Ann;Baker, Ben\n1;2;Cole, Cleo;Dean, Dora\n');
  await page.getByLabel('The pairing program\'s file: TRF, CSV or PGN').setInputFiles(join(folder, 'round.csv'));
  await press('Look at it');
  await press('Arm round 1…');
  await yes('Arm round 1?');
  await comes_to(async () => /^Done: 2 games/.test(await text_of(page, '#said')), true);
  const tags = async () => (await games()).map(({ id, tags: of }) => [id, of.Event, of.Site, of.Date, of.TimeControl, of.White]);
  const armed = [['Open-of-A-Town-2026-12-01-r1-b1', 'Open of A-Town', 'A-Town', '2026.12.01', '40/5400+30:3600+30', 'Adams, Ann'],
    ['Open-of-A-Town-2026-12-01-r1-b2', 'Open of A-Town', 'A-Town', '2026.12.01', '40/5400+30:3600+30', 'Cole, Cleo']];
  await say_to(address, operator, { board: '1', moves: '1. e4 e5' });
  await say_to(address, operator, { board: '2', arbiter: { do: 'result', result: '1-0' } });
  assert.deepEqual(await tags(), armed);
  assert.match(await (await ask('/api/report')).text(), /<dt>Federation<\/dt><dd>POR<\/dd>\n<dt>Chief arbiter<\/dt><dd>Silva, Ana<\/dd>/);
  assert.ok(!JSON.stringify(await games()).includes('Silva'), 'what the public is shown has it');
  await end_daemon(daemon);
  await start();
  assert.deepEqual(await tags(), armed);
  assert.equal((await (await ask('/api/status')).json()).delay.delay_ms, 900_000);
  await sign_in();
  await open_form();
  await comes_to(() => choice('delay_s').inputValue(), '900');
  assert.equal(file(), written);
});

test('a wrong value is saved, or nobody is told at its field what is wrong with it', async () => {
  await sign_in();
  await open_form();
  await comes_to(() => field('Name').inputValue(), 'E');
  await field('Name').fill('');
  await field('Round').fill('');
  await page.getByRole('group', { name: 'Period 2' }).getByLabel('Minutes').fill('30');
  await press('Save');
  const why = name => page.locator(`#why-not-${name}`).textContent();
  assert.equal(await why('name'), 'It needs one.');
  assert.equal(await why('round'), 'It needs one.');
  assert.match(await why('time_control'), /^Period 1: give its minutes/);
  assert.equal(await page.locator('#event [aria-invalid]').count(), 3);
  assert.ok(await field('Name').evaluate(input => input === document.activeElement));
  assert.equal(await field('Name').getAttribute('aria-describedby'), 'why-not-name');
  await photograph('event-wrong');
  await field('Name').fill('F'.repeat(201));
  await field('Round').fill('2');
  await field('Time zone of the hall; empty: this computer’s').fill('Europe/Atlantis');
  await page.getByRole('group', { name: 'Period 2' }).getByLabel('Minutes').fill('');
  await press('Save');
  await answers(/^Not done: nothing is saved: look at what is marked\.$/);
  assert.match(await why('name'), /^The tag Event is too long: 201 bytes/);
  assert.match(await why('time_zone'), /must be a time zone that this computer knows/);
  assert.equal(await page.locator('#event [aria-invalid]').count(), 2);
  assert.equal(file(), almost_empty);
  assert.ok(!existsSync(join(folder, 'hall.toml.before')));
  await field('Name').fill('F');
  await field('Time zone of the hall; empty: this computer’s').fill('');
  await save();
  await answers(/^Done: new in hall\.toml: name, round; /);
  assert.equal(file(), almost_empty.replace('"E"', '"F"\nround = "2"'));
});

test('the event changes under a game, or a game that was played has another event', async () => {
  await say_to(address, operator, { board: '2', moves: '1. e4' });
  await sign_in();
  await open_form();
  const why = 'A game is played at table 2: the event can be changed once they have their results.';
  await comes_to(() => text_of(page, '#event .refused'), why);
  await field('Name').fill('F');
  await press('Save');
  await answers(/^Not done: a game is played at table 2: /);
  assert.equal(file(), almost_empty);
  await say_to(address, operator, { board: '2', arbiter: { do: 'result', result: '1-0' } });
  await save();
  await answers(/^Done: new in hall\.toml: name; /);
  const [, played] = await games();
  assert.deepEqual([played.id, played.tags.Event, played.result], ['E-r1-b2', 'E', '1-0']);
  await say_to(address, operator, { board: '2', arm: { tags: { White: 'Adams, Ann', Black: 'Baker, Ben' } } });
  await comes_to(async () => (await games())[1].id, 'F-r1-b2');

  // Over a restart, too: what was armed is found in the journal, and what was played stays of its event.
  await say_to(address, operator, { board: '2', moves: '1. d4' });
  await end_daemon(daemon);
  await start();
  const [, now] = await games();
  assert.deepEqual([now.id, now.tags.Event, now.tags.White, now.moves.length], ['F-r1-b2', 'F', 'Adams, Ann', 1]);
  const of_old = async () => (await (await fetch(`${address}/games/E-r1-b2.pgn`)).text()).match(/^\[Event .*\]$/m)?.[0];
  await comes_to(of_old, '[Event "E"]');
});

test('a board that is away while the event changes and the daemon starts anew does not find its games', async () => {
  await end_daemon(daemon);
  writeFileSync(join(folder, 'hall.toml'), almost_empty.replace('[[board]]', `[[board]]\nport = "pty:${folder}/board-1"`));
  await start();
  const board = new VirtualBoard(join(folder, 'board-1'), 1);
  try {
    const first = async () => (await games())[0];
    const save = async name => {
      const { of } = await (await ask('/api/event')).json();
      const response = await ask('/api/event/save', operator, { of, event: { name } });
      assert.equal(response.status, 200, await response.text());
    };
    await comes_to(async () => (await tables())[0].here, true);
    board.play('f3 e5 g4 Qh4');
    await comes_to(async () => (await first()).result, '0-1', 60_000);
    await save('F');
    await say_to(address, operator, { board: '1', arm: { tags: { White: 'Adams, Ann', Black: 'Baker, Ben', Round: '2' } } });
    await save('G');
    await end_daemon(daemon);
    await start();
    assert.deepEqual([(await first()).id, (await first()).tags.Event], ['E-r1-b1', 'E']);
    board.set_up();
    await comes_to(async () => [(await first()).id, (await first()).tags.Event, (await first()).tags.White], ['F-r2-b1', 'F', 'Adams, Ann'], 60_000);
  } finally {
    board.leave();
  }
});

test('a file that was changed by hand is overwritten, or the form keeps what it had before', async () => {
  await sign_in();
  await open_form();
  await comes_to(() => field('Name').inputValue(), 'E');
  await field('Place').fill('A-Town');
  const by_hand = file().replace('name = "E"', 'name = "By hand" # so there');
  writeFileSync(join(folder, 'hall.toml'), by_hand);
  await press('Save');
  await answers(/^The file was changed meanwhile, and nothing is saved\./);
  assert.equal(file(), by_hand);
  assert.equal(await field('Name').inputValue(), 'By hand');
  await field('Place').fill('B-Town');
  await save();
  await answers(/^Done: new in hall\.toml: place; /);
  assert.equal(file(), by_hand.replace('# so there', '# so there\nsite = "B-Town"'));
  appendFileSync(join(folder, 'hall.toml'), 'nonsense\n');
  await press('Save');
  await answers(/hall\.toml:\d+: .*put the file right first/);
});

test('somebody who is not the operator sees or changes the event', async () => {
  const anna = new_token_in(folder, 'Anna', '--role', 'arbiter', '--boards', '1-8');
  for (const token of [anna, 'adoube_wrong'])
    for (const [where, said] of [['/api/event'], ['/api/event/save', { of: '', event: { name: 'F' } }]])
      assert.ok([401, 403].includes((await ask(where, token, said)).status));
  const of = (await (await ask('/api/event')).json()).of;
  assert.equal((await ask('/api/event/save', operator, { of, event: { journal: 'x' } })).status, 422);
  assert.equal((await ask('/api/event/save', operator, { of: `${of}x`, event: { name: 'F' } })).status, 409);
  assert.equal(file(), almost_empty);
});

test('axe finds something in the form, or something is cut off or hard to read, on a phone or by night', async () => {
  for (const scheme of ['light', 'dark'])
    for (const width of [320, 390, 1280]) {
      await sign_in({ width, height: 844, scheme });
      await open_form();
      await comes_to(() => field('Name').inputValue(), 'E');
      await field('Name').fill('');
      await choice('usual').selectOption('100 minutes for 40 moves, 50 minutes for 20, then 15 minutes, 30 seconds a move');
      await press('Save');
      await page.locator('#why-not-name').waitFor();
      await is_legible(page, `${scheme} ${width}`);
      await axe_finds_nothing(page, `${scheme} ${width}`);
      await photograph(`event-${scheme}-${width}`);
    }
});
