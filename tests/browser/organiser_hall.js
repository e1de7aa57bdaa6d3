// A hall with an organiser's page, anew for each test of the file that imports this: a real daemon, a browser, and virtual
// boards. CTest sets ADOUBE_BIN and ADOUBE_SCREENSHOTS.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach } from 'node:test';

import { browser_or_skip, close_pages, launch, open } from './browser.js';
import { comes_to, text_of } from './page.js';
import { picture } from './photograph.js';
import { end_daemon, new_token_in, start_daemon_in } from './real_daemon.js';
import { VirtualBoard } from './virtual_board.js';

const path = browser_or_skip();
export const bin = process.env.ADOUBE_BIN;

let browser, has = { tables: 0, with_boards: 0, seat: () => '' };
const pages = [];
/// As of the test that runs.
export let folder, daemon, address, operator, page, boards;

/// Before the first test: how many tables there are, of which the first have boards, and what more the configuration says of each.
export const hall_of = what => (has = { ...has, ...what });

const configuration = listen => `
journal = "hall.journal"
control = "hall.control"
listen = "${listen}"
tokens = "hall.tokens"
[event]
name = "E"
${Array.from({ length: has.tables }, (_, at) => `[[board]]\n${at < has.with_boards ? `port = "pty:${folder}/board-${at + 1}"\n` : ''}${has.seat(at + 1)}\n`).join('')}`;

/// `more`: of the configuration.
export const start_daemon = async (listen = '127.0.0.1:0', more = '') => {
  writeFileSync(join(folder, 'hall.toml'), `${configuration(listen)}${more}`);
  const started = await start_daemon_in(folder);
  ({ daemon, address } = started);
};
export const bring_boards = (count = has.with_boards) =>
  (boards = Array.from({ length: count }, (_, at) => new VirtualBoard(join(folder, `board-${at + 1}`), at + 1)));

/// A file of that name, whose text is in Windows-1252.
export const write = (name, text) => {
  writeFileSync(join(folder, name), text, 'latin1');
  return join(folder, name);
};

export const look_at_page = async (where, options) => {
  page = await open(browser, `${address}${where}`, options);
  pages.push(page);
  return page;
};
export const visit = options => look_at_page('/operator', options);
export const enter = async text => {
  await page.getByLabel('The operator\'s token').fill(text);
  await page.keyboard.press('Enter');
};
export const sign_in = async options => {
  await visit(options);
  await enter(operator);
  await comes_to(() => text_of(page, '#connection'), 'Live');
};
export const press = name => page.getByRole('button', { name, exact: true }).click();
export const yes = async title => {
  await page.getByRole('dialog', { name: title }).waitFor();
  await press('Yes');
};
export const look_at = async (file, more = {}) => {
  await page.getByLabel('The pairing program\'s file: TRF, CSV or PGN').setInputFiles(file);
  if (more.boards) await page.getByLabel('A list with the boards').setInputFiles(more.boards);
  if (more.round) await page.locator('#pairings input[name=round]').fill(more.round);
  await press('Look at it');
};
export const arm = async (file, { round = '1', ...more } = {}) => {
  await look_at(file, more);
  await press(`Arm round ${round}…`);
  await yes(`Arm round ${round}?`);
  await comes_to(async () => /^Done/.test(await text_of(page, '#said')), true);
};
/// The name and the bytes, in Windows-1252, of what a button saves.
export const saved = async name => {
  const [download] = await Promise.all([page.waitForEvent('download'), press(name)]);
  return [download.suggestedFilename(), readFileSync(await download.path(), 'latin1')];
};
export const rows_of = selector => page.$$eval(`${selector} tbody tr`, rows => rows.map(row => [...row.children].map(cell => cell.textContent)));
export const state_of = number => text_of(page, `[data-table="${number}"] .state`);
export const open_games = () => page.$$eval('#results .remarks li', all => all.map(one => one.textContent));
export const photograph = name => picture(page, name, { fullPage: true });

before(async () => {
  browser = await launch(path);
});
after(() => browser.close());
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'adoube-operator-'));
  boards = [];
  operator = new_token_in(folder, 'Otto', '--role', 'operator');
  await start_daemon();
});
afterEach(async () => {
  await close_pages(pages, /status of 4\d\d/);
  for (const board of boards) board.leave();
  await end_daemon(daemon);
  rmSync(folder, { recursive: true, force: true });
});
