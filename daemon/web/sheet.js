// A public scoresheet in the page's language: its headings, the ways on from it, and who signed its game.

import { element } from '/dom.js';
import { address, say } from '/language.js';
import { examine } from '/signed-game.js';

const file = ending => document.querySelector(`nav a[href$="${ending}"]`)?.getAttribute('href');
const note = file('.note'), pgn = file('.pgn');

for (const link of document.querySelectorAll('nav a')) {
  const { pathname, searchParams } = new URL(link.href);
  link.href = address(pathname, Object.fromEntries(searchParams));
}

async function fetched(path) {
  const response = await fetch(path, { cache: 'no-cache' });
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return response;
}
const text_at = async path => (await fetched(path)).text();

async function show_who_signed() {
  const said = element('p', null, '', { class: 'signed', role: 'status' }), main = document.querySelector('main');
  main.before(said);
  const game = note.match(/([^/]+)\.note$/)[1];
  try {
    const [note_text, key, pgn_bytes] = await Promise.all([text_at(note), text_at('/api/keys'), fetched(pgn).then(one => one.arrayBuffer())]);
    const { what, name } = await examine({ note: note_text, key, pgn: pgn_bytes, game, made_of: main.dataset.madeOf });
    said.dataset.what = what;
    said.textContent = say(`signed_${what}`, { name });
    if (what === 'signed') element('code', said, key.trim());
    if (what === 'cannot') element('code', said, `adoube evidence note ${game}.note ${game}.pgn --key "$(cat hall.vkey)"`);
  } catch {
    said.textContent = say('signed_unread');
  }
}
if (note) show_who_signed();
