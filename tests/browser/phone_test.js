// How phones come to trust a hall, and what its own computer needs of that: nothing. Run by CTest with ADOUBE_BIN and
// ADOUBE_SCREENSHOTS set.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach, test } from 'node:test';

import { browser_or_skip, launch, open } from './browser.js';
import { comes_to, text_of } from './page.js';
import { picture } from './photograph.js';
import { end_daemon, new_token_in, start_daemon_in } from './real_daemon.js';
import { axe_finds_nothing, is_legible } from './readable.js';

const path = browser_or_skip();
const adoube = join(process.env.ADOUBE_BIN, 'adoube');

let browser, folder, daemon, port, fingerprint, section;
const pages = [];
const visit = async (address, options) => {
  const page = await open(browser, address, options);
  pages.push(page);
  return page;
};

before(async () => {
  browser = await launch(path);
});
after(() => browser.close());
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'adoube-phone-'));
  const made = spawnSync(adoube, ['certificate', 'new', '--host', '127.0.0.1'], { cwd: folder, encoding: 'utf8' });
  assert.equal(made.status, 0, made.stderr);
  section = made.stdout;
  fingerprint = made.stderr.trim().split('\n').at(-1);
  writeFileSync(join(folder, 'hall.toml'), `tokens = "hall.tokens"\nlisten = "127.0.0.1:0"\n[event]\nname = "E"\n[[board]]\n${section}`);
  const started = await start_daemon_in(folder);
  daemon = started.daemon;
  port = new URL(started.address).port;
  assert.equal(new URL(started.address).protocol, 'https:');
});
afterEach(async () => {
  for (const page of pages.splice(0)) {
    assert.deepEqual(page.errors, []);
    await page.context().close();
  }
  await end_daemon(daemon);
  rmSync(folder, { recursive: true, force: true });
});

test('the page that leads a phone to trust the hall cannot be read, or shows another certificate than is served', async () => {
  for (const [scheme, width] of [['light', 320], ['dark', 390], ['light', 1024]]) {
    const page = await visit(`http://127.0.0.1:${port}/phone`, { width, height: 740, scheme });
    assert.equal(await text_of(page, 'main > p > code'), fingerprint);
    await is_legible(page, `${scheme} ${width}`);
    await axe_finds_nothing(page, `${scheme} ${width}`);
    await picture(page, `phone-${scheme}-${width}`, { fullPage: true });
    assert.equal(await page.getByRole('link', { name: 'go on to the arbiter\'s page' }).getAttribute('href'), `https://127.0.0.1:${port}/arbiter`);
  }
  const response = await fetch(`http://127.0.0.1:${port}/phone.crt`);
  assert.equal(new X509Certificate(Buffer.from(await response.arrayBuffer())).fingerprint256, fingerprint);
});

test('an arbiter cannot sign in over https, or the hall\'s own computer has to trust the certificate, too', async () => {
  const anna = new_token_in(folder, 'Anna', '--role', 'arbiter', '--boards', 'all');
  for (const scheme of ['https', 'http']) {
    const page = await visit(`${scheme}://127.0.0.1:${port}/arbiter`);
    await page.getByLabel('Your token').fill(anna);
    await page.keyboard.press('Enter');
    await comes_to(() => text_of(page, '#connection'), 'Live');
    assert.ok(page.url().startsWith(`${scheme}:`));
  }
});
