// The report of a dispute as an arbiter sees it, on a screen and on paper.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { browser_or_skip, launch, open } from './browser.js';
import { picture } from './photograph.js';

const path = browser_or_skip();
const bin = process.env.ADOUBE_BIN, evidence = process.env.ADOUBE_EVIDENCE;
const folder = mkdtempSync(join(tmpdir(), 'adoube-'));
const browser = await launch(path);

/// The position of one drawing, by where each piece stands on the screen.
const drawn = figure => figure.evaluate(node => {
  const squares = Array.from({ length: 8 }, () => Array(8).fill(' '));
  const light = [...node.querySelectorAll('rect.light, rect.dark')].map(rect => rect.getBoundingClientRect());
  const left = Math.min(...light.map(box => box.left)), top = Math.min(...light.map(box => box.top)), width = light[0].width;
  for (const piece of node.querySelectorAll('use')) {
    const box = piece.getBoundingClientRect(), name = piece.getAttribute('href').slice(1);
    const letter = name[0] === 'w' ? name[1].toUpperCase() : name[1];
    squares[Math.floor(((box.top + box.bottom) / 2 - top) / width)][Math.floor(((box.left + box.right) / 2 - left) / width)] = letter;
  }
  return squares.map(row => row.join('').replace(/ +/g, gap => gap.length)).join('/');
});

try {
  const report = join(folder, 'report.html');
  execFileSync(join(bin, 'adoube'), ['evidence', 'report', evidence, '--self-consistent', '-o', report]);
  const page = await open(browser, pathToFileURL(report).href, { width: 1000, height: 1400 });
  const requests = [];
  page.on('request', request => requests.push(request.url()));
  await page.reload();
  assert.deepEqual(requests, [pathToFileURL(report).href], 'the page needs no other file');

  const headings = await page.$$eval('h2', nodes => nodes.map(node => node.innerText));
  assert.ok(headings.includes('2. Nf3: touch-move, Article 4.3.1 of the Laws of 2023'), headings.join('; '));
  const figures = await page.$$('section.incident:first-of-type figure');
  assert.deepEqual(await Promise.all(figures.map(drawn)), [
    'rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR',
    'rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R',
  ]);
  const times = await page.$$eval('section.incident:first-of-type tbody td:nth-child(2)', cells => cells.map(cell => cell.innerText));
  assert.deepEqual(times.slice(0, 2), ['14:00:03.500', '14:00:04.500']);
  assert.match(await page.innerText('.verdict'), /^SELF-CONSISTENT\b.*hall\.example\/a\+/);

  // On paper nothing is cut: A4, and every diagram whole on its page.
  await page.emulateMedia({ media: 'print' });
  const pdf = await page.pdf({ preferCSSPageSize: true, printBackground: true });
  const text = pdf.toString('latin1');
  const boxes = text.match(/\/MediaBox\s*\[0 0 ([\d.]+) ([\d.]+)\]/);
  assert.ok(Math.abs(boxes[1] - 595) < 1 && Math.abs(boxes[2] - 842) < 1, 'A4');
  assert.ok((text.match(/\/Type\s*\/Page[^s]/g) ?? []).length <= 3);
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth), 'nothing is wider than the page');
  await page.emulateMedia({ media: 'screen' });
  await picture(page, 'report', { fullPage: true });
  assert.deepEqual(page.errors, []);
  console.log('the report is as it should be');
} finally {
  await browser.close();
  rmSync(folder, { recursive: true });
}
