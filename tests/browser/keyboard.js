// A person without a mouse.

import assert from 'node:assert/strict';

/// How what has the focus is read out; empty where nothing has it.
export const focused = page => page.evaluate(() => {
  const at = document.activeElement;
  if (at === document.body) return '';
  return (at.getAttribute('aria-label') ?? at.labels?.[0]?.innerText ?? at.innerText ?? '').replace(/\s+/g, ' ').trim();
});

const most_steps = 400;

/// Goes on with Tab to what begins with `name`.
export async function tab_to(page, name) {
  const met = [];
  for (let n = 0; n < most_steps; ++n) {
    await page.keyboard.press('Tab');
    const at = await focused(page);
    if (at.startsWith(name)) return;
    met.push(at);
  }
  assert.fail(`Tab does not come to “${name}”, but to ${[...new Set(met)].join(' | ')}`);
}
export async function tab_and_enter(page, name) {
  await tab_to(page, name);
  await page.keyboard.press('Enter');
}
/// The question that the page asks begins with what leaves all as it is.
export async function say_yes(page, title) {
  await page.getByRole('dialog', { name: title }).waitFor();
  await tab_and_enter(page, 'Yes');
}

/// Once round the page with Tab, or round the dialog that it has open: what can be used with a mouse and is never come to, or does not show that it has the focus.
export async function unreachable(page) {
  await page.evaluate(() => {
    const controls = 'a[href], button:enabled, input:enabled:not([type=hidden]), select:enabled, summary, textarea:enabled, [tabindex="0"]';
    globalThis.by_mouse = () => [...(document.querySelector('dialog[open]') ?? document).querySelectorAll(controls)].filter(one => one.checkVisibility());
    globalThis.come_to = new Set();
    globalThis.seen = new Set();
    document.activeElement.blur();
  });
  const said = () => page.evaluate(() => {
    const name = one => one.getAttribute('aria-label') ?? (one.innerText || one.name || one.outerHTML);
    const { by_mouse, come_to, seen } = globalThis;
    return { left: by_mouse().filter(one => !come_to.has(one)).map(name), unseen: [...come_to].filter(one => one !== document.body && !seen.has(one)).map(name) };
  });
  for (let n = 0; n < most_steps; ++n) {
    await page.keyboard.press('Tab');
    const left = await page.evaluate(() => {
      const at = document.activeElement, { outlineStyle, outlineWidth } = getComputedStyle(at);
      if (outlineStyle !== 'none' && outlineWidth !== '0px') globalThis.seen.add(at); // at one of its parts, if it has some
      globalThis.come_to.add(at);
      return globalThis.by_mouse().filter(one => !globalThis.come_to.has(one)).length;
    });
    if (!left) break;
  }
  const { left, unseen } = await said();
  return [...left.map(name => `Tab does not come to ${name}`), ...unseen.map(name => `nothing shows the focus of ${name}`)];
}
