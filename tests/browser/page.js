// What a person sees on the pages, read from what is drawn: positions by where each piece stands on the screen, not by
// what the page believes.

import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';

/// The positions on all boards inside `scope` (a selector), each as the first field of a FEN.
export async function read_boards(page, scope) {
  const boards = await page.evaluate(selector => [...document.querySelectorAll(`${selector} svg.board`)].map(svg => {
    const { left, top, width } = svg.getBoundingClientRect();
    const squares = Array.from({ length: 8 }, () => Array(8).fill(''));
    for (const piece of svg.querySelectorAll('use')) {
      const box = piece.getBoundingClientRect();
      const file = ((box.left + box.right) / 2 - left) / width * 8, row = ((box.top + box.bottom) / 2 - top) / width * 8;
      const [, side, letter] = piece.getAttribute('href').match(/^\/pieces\.svg#([wb])([kqrbnp])$/);
      const off_centre = Math.max(Math.abs(file % 1 - 0.5), Math.abs(row % 1 - 0.5));
      squares[Math.floor(row)][Math.floor(file)] += off_centre > 0.2 ? '?' : side === 'w' ? letter.toUpperCase() : letter;
    }
    return squares;
  }), scope);
  return boards.map(rows => rows.map(row => row.map(text => text || ' ').join('').replace(/ +/g, gap => gap.length)).join('/'));
}

/// That of the first; empty where there is none.
export const read_board = async (page, scope = '#board') => (await read_boards(page, scope))[0] ?? '';

/// The squares with the last-move mark, sorted.
export function read_marks(page, scope = '#board') {
  return page.evaluate(selector => {
    const names = [...document.querySelectorAll(`${selector} .marks rect`)].map(
      mark => 'abcdefgh'[mark.getAttribute('x') / 40] + (8 - mark.getAttribute('y') / 40));
    return names.sort();
  }, scope);
}

/// The moves as they stand in the list: "1. e4 e5 2. Nf3".
export const read_moves = page => page.$$eval('#moves li', rows =>
  rows.map(row => [...row.children].map(part => part.textContent).join(' ')).join(' '));

export async function text_of(page, selector) {
  return (await page.$eval(selector, node => node.innerText)).replace(/\s+/g, ' ').trim();
}

/// ms that a clock shows.
export async function read_clock(page, selector) {
  const parts = (await text_of(page, selector)).split(':').map(Number);
  return parts.reduce((sum, part) => sum * 60 + part, 0) * 1000;
}

/// Waits until `read` gives `expected`, and fails with the difference where it does not come to that. What cannot be read
/// yet, as the page is still on its way, is waited for too.
export async function comes_to(read, expected, patience_ms = 30_000) {
  const end = Date.now() + patience_ms;
  for (;;) {
    const seen = await read().catch(error => error);
    if (JSON.stringify(seen) === JSON.stringify(expected)) return;
    if (Date.now() > end) assert.deepEqual(seen, expected);
    await sleep(20);
  }
}
