// The page of the standings, as the operator gave them last, for screens that may have them (daemon/server/wall.hpp).

import { by_id, element, set } from '/dom.js';
import { number_text, say, words } from '/language.js';
import { live } from '/page.js';

const table = by_id('standings'), body = table.querySelector('tbody');

function show_place({ place, title = '', name, federation = '', rating = '', points }) {
  const row = element('tr', null);
  element('td', row, number_text(place));
  const who = element('th', row, '', { scope: 'row', dir: 'auto' });
  if (title) element('small', who, `${title} `);
  who.append(name);
  element('td', row, federation, { class: 'aside' });
  element('td', row, rating, { class: 'aside' });
  element('td', row, number_text(points));
  return row;
}

function show(standings) {
  table.hidden = !standings;
  by_id('empty').hidden = Boolean(standings);
  set(by_id('event'), standings?.event || words.standings);
  set(by_id('round'), standings ? say('after_round', { n: number_text(standings.after_round) }) : '');
  document.title = [words.standings, standings?.event].filter(Boolean).join(' · ');
  body.replaceChildren(...(standings?.places ?? []).map(show_place));
}

let shown = null; // of which `live.wall.standings`, or undefined
async function look() {
  const wanted = live.wall.standings;
  if (wanted === shown) return;
  const response = wanted ? await fetch('/standings.json').catch(() => null) : { ok: false };
  if (wanted !== live.wall.standings || !response) return; // another is on its way, or it is tried again
  shown = wanted;
  show(response.ok ? await response.json() : null);
}

live.addEventListener('hall', look);
live.addEventListener('round', () => {
  shown = null; // counted anew after a restart
  look();
});
