// A hall set up from nothing by somebody who does not program, in a real browser: what `adoube hall new` makes and prints, and all
// else on the organiser's page, up to a hall that has started again with it. Run by CTest with ADOUBE_BIN and ADOUBE_SCREENSHOTS set.

import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach, test } from 'node:test';

import { with_token } from './addresses.js';
import { BroadcastSite } from './broadcast_site.js';
import { browser_or_skip, close_pages, launch, open } from './browser.js';
import { tab_and_enter, tab_to, unreachable } from './keyboard.js';
import { comes_to, text_of } from './page.js';
import { picture } from './photograph.js';
import { end_daemon, say_to } from './real_daemon.js';
import { axe_finds_nothing, is_legible } from './readable.js';
import { VirtualBoard } from './virtual_board.js';

const path = browser_or_skip();
const secret = 'lip_tEllsNobody', summary = 'Tables and boards, sites, printer, record, network';

let browser, folder, hall, daemon, address, port, operator, page, said, heard;
const pages = [];

const file = () => readFileSync(join(hall, 'adoubed.toml'), 'utf8');
const free_port = async () => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port: free } = server.address();
  server.close();
  await once(server, 'close');
  return free;
};
/// What `adoube hall new` prints: the command, and the address with its token.
const new_hall = where => {
  const printed = execFileSync(join(process.env.ADOUBE_BIN, 'adoube'), ['hall', 'new', where], { encoding: 'utf8' });
  const [, command] = printed.match(/^ {4}(adoubed .*)$/m), [, at, token] = printed.match(/^ {4}(http:\/\/127\.0\.0\.1:8080\/operator)#(adoube_\w+)$/m);
  return { printed, command, at, token };
};
/// As a shell does what was printed, on a port that is free here.
const start = async (command, listen = `127.0.0.1:${port}`) => {
  daemon = spawn('sh', ['-c', `exec ${command} --listen ${listen}`], { env: { ...process.env, PATH: `${process.env.ADOUBE_BIN}:${process.env.PATH}` },
    stdio: ['ignore', 'pipe', 'pipe'] });
  said = '';
  for (const stream of [daemon.stdout, daemon.stderr]) stream.on('data', text => (said += text));
  await comes_to(async () => /^adoubed: serving /m.test(said), true);
  address = `http://127.0.0.1:${port}`;
};
const visit = async options => {
  page = await open(browser, `${address}/operator#${operator}`, options);
  pages.push(page);
  page.on('response', async response => (heard += `${response.url()} ${await response.text().catch(() => '')}\n`));
  await comes_to(() => text_of(page, '#connection'), 'Live');
};
const open_form = async () => {
  await page.getByText(summary).click();
  await comes_to(() => field('Tables, as 1-40').inputValue().then(Boolean), true);
};
const field = label => page.locator('#hall').getByLabel(label);
const press = name => page.getByRole('button', { name, exact: true }).click();
const answers = pattern => comes_to(async () => pattern.test(await text_of(page, '#hall .answer')), true);
const why = name => page.locator(`[id="why-not-${name}"]`).textContent();
const write = async () => {
  await press('Look at what changes…');
  await page.getByRole('dialog', { name: 'Write this to adoubed.toml?' }).waitFor();
  const changes = (await page.locator('#confirm-text').innerText()).split('\n');
  await press('Write to adoubed.toml');
  return changes;
};
const start_again = async () => {
  const before = said.length;
  await press('Start the hall again…');
  await page.getByRole('dialog', { name: 'Start the hall again?' }).waitFor();
  const text = await page.locator('#confirm-text').innerText();
  await press('Start the hall again');
  await comes_to(() => text_of(page, '#hall .started'), 'It has started again.');
  assert.match(said.slice(before), /^adoubed: serving /m);
  return text;
};
const photograph = name => picture(page, name, { fullPage: true });
const ask = (where, said_there, method = said_there ? 'POST' : 'GET') => fetch(`${address}${where}`,
  { method, body: said_there && JSON.stringify(said_there), headers: { Authorization: `Bearer ${operator}` } });
const tables = async () => (await (await ask('/api/arbiter')).json()).round.boards;

before(async () => {
  browser = await launch(path);
});
after(() => browser.close());
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'adoube-setup-'));
  hall = join(folder, 'our hall');
  heard = '';
  port = await free_port();
});
afterEach(async () => {
  await close_pages(pages, /status of 4\d\d/);
  await end_daemon(daemon);
  rmSync(folder, { recursive: true, force: true });
});

test('a hall needs a text editor before its games are on a site, or the site\'s secret is told to somebody', async () => {
  const { printed, command, token } = new_hall(hall);
  operator = token;
  assert.equal(statSync(join(hall, 'hall.tokens')).mode & 0o777, 0o600);
  assert.match(file(), /^# A hall of Adoube\..*\n(.*\n)*\[event\]\n/);
  assert.throws(() => new_hall(hall), 'a hall that is there is made anew');
  assert.ok(printed.includes(`adoubed --config '${hall}/adoubed.toml'`));
  const made = file();
  const board = new VirtualBoard(join(folder, 'board-1'), 1), site = await BroadcastSite.start(secret);
  try {
    await start(command);
    const { pid } = daemon;
    await visit();
    assert.ok(!page.url().includes(token), 'the token stays in the address');
    assert.equal(await text_of(page, '#hall .waiting'), 'The hall runs with all of these settings.');

    // Without a mouse.
    await tab_and_enter(page, summary);
    await comes_to(() => field('Tables, as 1-40').inputValue(), '1');
    await tab_to(page, 'Tables, as 1-40');
    await page.keyboard.type('1-3');
    await tab_to(page, 'Table 1: its board’s port');
    await page.keyboard.type(`pty:${folder}/board-1`);
    await tab_and_enter(page, 'Add a site');
    await page.keyboard.type('lichess');
    await tab_to(page, 'Address of the broadcast round');
    await page.keyboard.type(site.push_url);
    await tab_to(page, 'Access token');
    await page.keyboard.type(secret);
    await tab_to(page, 'Boards, as 1-8');
    await page.keyboard.type('1-2');
    await tab_to(page, 'Minutes late');
    await page.keyboard.type('0');
    await tab_to(page, 'Copy on a stick');
    await page.keyboard.type(`${folder}/stick.journal`);
    await photograph('hall-form');
    await tab_and_enter(page, 'Look at what changes…');
    await page.getByRole('dialog', { name: 'Write this to adoubed.toml?' }).waitFor();
    assert.deepEqual((await page.locator('#confirm-text').innerText()).split('\n'), [
      `Copy of the record: ${folder}/stick.journal, before: none.`, 'Tables 2 to 3 are new.', `Table 1: the board on pty:${folder}/board-1.`,
      `Site lichess is new: kind lichess, url ${site.push_url}, boards 1, 2; its token goes into lichess.token.`]);
    assert.equal(file(), made, 'nothing is written before it is said');
    await tab_and_enter(page, 'Write to adoubed.toml');
    await answers(/^Done: new in adoubed\.toml: copy of the record, tables and boards, sites; it counts from the next start; /);
    assert.equal(file(), made.replace(/^(listen = .*\n)/m, `$1journal_copy = "${folder}/stick.journal"\n`) + `port = "pty:${folder}/board-1"\n\n[[board]]\n\n[[board]]\n\n`
      + `[[target]]\nname = "lichess"\nkind = "lichess"\nurl = "${site.push_url}"\nboards = [ 1, 2 ]\ntoken_file = "lichess.token"\n`);
    assert.equal(readFileSync(join(hall, 'lichess.token'), 'utf8'), `${secret}\n`);
    assert.equal(statSync(join(hall, 'lichess.token')).mode & 0o777, 0o600);
    assert.equal(await text_of(page, '#hall .waiting'), 'To be started again, so that this counts: tables and boards, copy of the record, sites.');
    assert.equal(await field('Access token').inputValue(), '');
    assert.match(await text_of(page, '#hall .kept'), /^It is in lichess\.token, and shown to nobody/);

    const asked = await start_again();
    assert.match(asked, /^The pages stand still for some seconds\.\nThen this counts: /);
    assert.equal(daemon.exitCode, null);
    assert.equal(daemon.pid, pid);
    assert.equal(await text_of(page, '#hall .waiting'), 'The hall runs with all of these settings.');
    await comes_to(async () => (await tables()).map(({ board: number, here }) => [number, here]), [[1, true], [2, false], [3, false]]);
    await comes_to(() => page.$$eval('#tables li h3', all => all.map(one => one.textContent)), ['Table 1', 'Table 2', 'Table 3']);
    for (const [number, white, black] of [[1, 'Adams, Ann', 'Baker, Ben'], [2, 'Cole, Cleo', 'Dean, Dora']])
      await say_to(address, operator, { board: `${number}`, tags: { White: white, Black: black } });
    board.play('e4 e5');
    await comes_to(async () => [...site.games.values()], [['e4', 'e5']]);

    // Where games are played it is asked first; they go on.
    const again = await start_again();
    assert.match(again, /^A game is played at table 1\. Nothing of it is lost: /);
    board.play('Nf3 Nc6');
    await comes_to(async () => (await tables())[0].game.moves.length, 4);
    await comes_to(async () => [...site.games.values()], [['e4', 'e5', 'Nf3', 'Nc6']]);
    await photograph('hall-started');

    for (const { path: where, method = 'GET', asked: query = '' } of with_token)
      heard += await (await ask(where.replace('ID', 'New-event-r1-b1') + query, method === 'POST' ? {} : undefined, method)).text();
    assert.ok(heard.includes('lichess.token'));
    for (const [what, text] of Object.entries({ answers: heard, log: said, page: await page.content(), printed,
      files: readdirSync(hall, { withFileTypes: true }).filter(one => one.isFile() && one.name !== 'lichess.token')
        .map(({ name }) => readFileSync(join(hall, name), 'latin1')).join('') }))
      assert.ok(!text.includes(secret), `the ${what} have it`);
    assert.ok(!said.includes(token.slice(10, 30)));
  } finally {
    board.leave();
    await site.down();
  }
});

test('a mistake is not told at its field, or what somebody wrote meanwhile is overwritten', async () => {
  const { command, token } = new_hall(hall);
  operator = token;
  await start(command);
  await visit();
  await open_form();
  const made = file();
  await field('Tables, as 1-40').fill('4-');
  await field('Days after which').fill('some');
  await press('Add a site');
  await press('Look at what changes…');
  assert.equal(await why('numbers'), 'Numbers of tables, as 1-40 or 1-8,12.');
  assert.equal(await why('evidence_days'), 'A whole number of days, or empty.');
  assert.equal(await why('targets-0-name'), 'A name of letters, digits, _ and -.');
  await field('Tables, as 1-40').fill('1-2');
  await field('Days after which').fill('30');
  await field('Table 2: its board’s port').fill('usb:7');
  await field('Name, of letters and digits').fill('club');
  await page.locator('#hall .site').getByLabel('Kind').selectOption('A file on a server');
  await field('Address of the file of all games').fill('https://club.example/all.pgn');
  await field('Boards, as 1-8').fill('9');
  await field('File of the key').fill('nowhere/hall.key');
  await press('Look at what changes…');
  await answers(/^Not done: nothing is saved: look at what is marked\.$/);
  assert.match(await why('tables-1-port'), /usb:7/);
  assert.equal(await page.locator('#hall [aria-invalid]').count(), 2);
  await field('Table 2: its board’s port').fill('');
  await field('Boards, as 1-8').fill('2');
  await press('Look at what changes…');
  await comes_to(() => why('evidence_key').then(text => /nowhere\/hall\.key/.test(text)), true);
  await page.getByRole('button', { name: 'Remove this new site' }).click();
  await field('File of the key').fill('hall.key');
  assert.equal(file(), made);
  assert.deepEqual(await write(), ['Days that a record is kept: 30, before: none.', 'Table 2 is new.']);
  await answers(/^Done: new in adoubed\.toml: days that a record is kept, tables and boards; /);

  appendFileSync(join(hall, 'adoubed.toml'), '# by hand\n');
  await field('Printer').fill('Office');
  await press('Look at what changes…');
  await answers(/^The file was changed meanwhile, and nothing is saved\./);
  assert.ok(file().endsWith('# by hand\n'));
  assert.ok(!file().includes('Office'));

  // With a file that it would not start with it goes on.
  appendFileSync(join(hall, 'adoubed.toml'), '[nonsense]\n');
  assert.equal((await ask('/api/restart', { playing: null })).status, 422);
  await page.getByRole('button', { name: 'Start the hall again…' }).click();
  await answers(/put the file right first/);
  assert.equal(daemon.exitCode, null);
  assert.ok(!existsSync(join(hall, 'nowhere')));
});

test('axe finds something in the form of the hall, or something is cut off, hard to read or out of reach, on a phone or by night', async () => {
  const { command, token } = new_hall(hall);
  operator = token;
  await start(command);
  for (const scheme of ['light', 'dark'])
    for (const width of [320, 1280]) {
      await visit({ width, height: 844, scheme });
      await open_form();
      await field('Tables, as 1-40').fill('1-5');
      await press('Add a site');
      await field('Days after which').fill('x');
      await press('Look at what changes…');
      await page.locator('#why-not-evidence_days').waitFor();
      await is_legible(page, `${scheme} ${width}`);
      await axe_finds_nothing(page, `${scheme} ${width}`);
      await photograph(`hall-${scheme}-${width}`);
    }
  assert.deepEqual(await unreachable(page), []);
});
