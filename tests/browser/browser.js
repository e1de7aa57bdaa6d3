// A browser of the system, driven by playwright-core.

import assert from 'node:assert/strict';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from 'playwright-core';

const names = ['chromium', 'chromium-headless-shell', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const flags = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking',
  '--disable-component-update', '--disable-sync'];

const is_program = path => {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

/// The path of the first browser on PATH; undefined where none is installed.
export function find_browser() {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return names.flatMap(name => folders.map(folder => join(folder, name))).find(is_program);
}

/// Ends the process with CTest's "skipped" where there is no browser.
export function browser_or_skip() {
  const path = find_browser();
  if (path) return path;
  console.log(`SKIPPED: no browser is installed (looked for ${names.join(', ')}); Debian: apt install chromium`);
  process.exit(77);
}

export const launch = path => chromium.launch({ executablePath: path, headless: true, args: flags });

/// A page that fails the test on what a console would show in red; `errors` fills up as it happens. `phone`: it is touched, and
/// as wide as the page asks for.
export async function open(browser, url, { width = 1280, height = 800, scheme = 'light', scale = 1, phone = false } = {}) {
  const context = await browser.newContext({ viewport: { width, height }, colorScheme: scheme, deviceScaleFactor: scale, isMobile: phone, hasTouch: phone,
    ignoreHTTPSErrors: url.startsWith('https:') }); // of tests, signed by themselves
  const page = await context.newPage();
  page.errors = [];
  page.on('pageerror', error => page.errors.push(String(error)));
  page.on('console', message => message.type() === 'error' && page.errors.push(message.text()));
  await page.goto(url);
  return page;
}

// What a browser says on its console while the daemon is away, or goes.
const of_absence = /ERR_CONNECTION_(REFUSED|RESET)|ERR_SOCKET_NOT_CONNECTED|ERR_EMPTY_RESPONSE|WebSocket connection/;

/// Closes all of a test, and fails it where a console showed more in red than the daemon's absence and what is `expected`.
export async function close_pages(pages, expected = /(?!)/) {
  for (const page of pages.splice(0)) {
    assert.deepEqual(page.errors.filter(text => !expected.test(text) && !of_absence.test(text)), []);
    await page.context().close();
  }
}
