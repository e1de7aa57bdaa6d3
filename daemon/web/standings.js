// The page of the standings, as the operator gave them last, for screens that may have them (daemon/server/wall.hpp).

import { by_id, element, set } from '/dom.js';
import { number_text, say, words } from '/language.js';
import { put_name } from '/names.js';
import { live } from '/page.js';

const table = by_id('standings'), of_teams = by_id('teams');
const fill = (table, rows) => table.querySelector('tbody').replaceChildren(...rows);

function show_team({ place, name, match_points, game_points }) {
  const row = element('tr', null);
  element('td', row, number_text(place));
  put_name(element('th', row, '', { scope: 'row' }), name);
  element('td', row, match_points === undefined ? '' : number_text(match_points), { class: 'match' });
  element('td', row, number_text(game_points));
  return row;
}

function show_teams(teams) {
  of_teams.hidden = teams.length === 0;
  of_teams.classList.toggle('without-match', teams.every(({ match_points }) => match_points === undefined));
  fill(of_teams, teams.map(show_team));
}

function show_place({ place, title = '', name, federation = '', rating = '', points }) {
  const row = element('tr', null);
  element('td', row, number_text(place));
  const who = element('th', row, '', { scope: 'row' });
  if (title) element('small', who, `${title} `);
  put_name(who, name);
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
  show_teams(standings?.teams ?? []);
  fill(table, (standings?.places ?? []).map(show_place));
}

/// Null: there are none. Undefined: nobody knows.
async function read() {
  try {
    const response = await fetch('/standings.json');
    return response.ok ? await response.json() : response.status === 404 ? null : undefined;
  } catch {
    return undefined;
  }
}

let shown = null; // of which `live.wall.standings`, or undefined
let again = null;
async function look() {
  clearTimeout(again);
  const wanted = live.wall.standings;
  if (wanted === shown) return;
  const standings = wanted ? await read() : null;
  if (wanted !== live.wall.standings) return; // another is on its way
  by_id('old').hidden = standings !== undefined;
  if (standings === undefined) {
    again = setTimeout(look, 5_000); // and what was shown last stays
    return;
  }
  shown = wanted;
  show(standings);
}

live.addEventListener('hall', look);
live.addEventListener('round', () => {
  shown = null; // counted anew after a restart
  look();
});
