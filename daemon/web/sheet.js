// A public scoresheet in the page's language: its headings, and the ways on from it.

import { address } from '/language.js';

for (const link of document.querySelectorAll('nav a')) {
  const { pathname, searchParams } = new URL(link.href);
  link.href = address(pathname, Object.fromEntries(searchParams));
}
