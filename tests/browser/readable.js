// How well a page can be read.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/// Of what is read on the page, the least ratio of its colour to what is behind it (WCAG 2, 1.4.3), and where.
const least_contrast = page => page.evaluate(() => {
  const light = colour => {
    const parts = colour.match(/[\d.]+/g).slice(0, 3).map(part => part / 255).map(part =>
      part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2];
  };
  const behind = node => {
    for (let at = node; at; at = at.parentElement) {
      const colour = getComputedStyle(at).backgroundColor;
      if (!/, 0\)$|transparent/.test(colour)) return colour;
    }
    return 'rgb(255, 255, 255)';
  };
  let least = [Infinity, ''];
  for (const node of document.querySelectorAll('body *')) {
    const text = [...node.childNodes].filter(child => child.nodeType === 3).map(child => child.textContent.trim()).join('');
    if (!text || !node.checkVisibility()) continue;
    const [a, b] = [light(getComputedStyle(node).color), light(behind(node))];
    const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    if (ratio < least[0]) least = [ratio, text];
  }
  return least;
});

/// `what` names the page in a failure.
export async function is_legible(page, what) {
  const [needed, there] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  assert.ok(needed <= there, `${what}: ${needed} > ${there}`);
  const [ratio, where] = await least_contrast(page);
  assert.ok(ratio >= 4.5, `${what}: "${where}" has a contrast of ${ratio}`);
}

export async function axe_findings(page) {
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => globalThis.axe.run());
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(node => node.html).join(' ')}`);
}
export async function axe_finds_nothing(page, what) {
  assert.deepEqual(await axe_findings(page), [], what);
}
