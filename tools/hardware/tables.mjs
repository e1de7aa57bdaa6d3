// Tables of the documents, from what netlists and plans are made of; and where they stand in a document.

import { boards, layers_of } from './boards.mjs';
import { compartment, openings } from './compartment.mjs';
import { lever, outside } from './geometry.mjs';
import { screws } from './screws.mjs';

const names = Object.keys(boards);
const short = { 'pico-matrix': 'matrix', 'pico-hall': 'deep hall', 'pico-hall-thin': 'thin hall' };
const n = value => Number(value.toFixed(1));
const table = (head, rows) => [head, head.map(() => '---'), ...rows].map(row => `| ${row.join(' | ')} |`.replace(/ {2,}/g, ' ')).join('\n');
const of = all => (all.length === names.length ? 'all' : all.map(name => short[name]).join(', '));

/// Rows that are alike on several boards are one. `rows_of(name)`: the cells of each row.
function rows_of_all(rows_of) {
  const rows = new Map();
  for (const name of names) for (const row of rows_of(name)) {
    const key = JSON.stringify(row);
    rows.set(key, [...rows.get(key) ?? [], name]);
  }
  return [...rows].map(([key, on]) => [JSON.parse(key), of(on)]);
}

const contact_names = { press: 'side of the lever', adjust: '"j\'adoube" button', call: 'button to call the arbiter' };
/// [pole, resistor, leg, GP, what it is], in the order of the plugs.
export function contacts_of(netlist) {
  return ['J1', 'J2', 'J3'].flatMap(plug => ['1', '2'].map(pole => {
    const line = netlist.net(plug, pole);
    const resistor = line.nodes.find(({ ref }) => netlist.component(ref).part === 'R');
    const leg = netlist.across(resistor.ref, resistor.pin).nodes.find(({ ref }) => ref === 'U1');
    const contact = netlist.component(line.nodes.find(({ ref }) => /^SW/.test(ref)).ref);
    const [kind, side] = contact.fields.Contact.split('_');
    return { pole: `${plug}.${pole}`, resistor: resistor.ref, leg: leg.pin, gp: leg.function, is: `${side === 'white' ? 'White' : 'Black'}'s ${contact_names[kind]}` };
  }));
}
export const contact_table = netlist =>
  table(['contact', 'through', 'to leg', 'it is'], contacts_of(netlist).map(({ pole, resistor, leg, is }) => [pole, resistor, leg, is]));

export const screw_table = () => table(['holds', 'screws', 'goes through', 'then reaches', 'on'],
  rows_of_all(name => screws(name, layers_of(name)).map(({ holds, count, of: metal, size, long, through, into: [what] }) =>
    [holds, `${count} of ${metal}, ${size} × ${long}`, n(through), `${n(long - through)} into the ${what}`])).map(([row, on]) => [...row, on]));

const from_left = x => n(x - outside.x[0]), from_white = y => n(y - outside.y[0]);
const middle = ([from, to]) => (from + to) / 2;
const named = what => what.replace(/^(White|Black): (.*)/, "$1's $2 button");
export const places_table = () => table(['what', 'size', 'from the left', "from White's side", 'reaches down', 'on'],
  [...rows_of_all(name => compartment(name).map(({ what, x, y, high, where }) =>
    [`${named(what)}${where ? `, ${where}` : ''}`, `${n(x[1] - x[0])} × ${n(y[1] - y[0])}`, from_left(middle(x)), from_white(middle(y)), n(high)])).map(([row, on]) => [...row, on]),
  ['pivot of the lever, above the top', '', from_left(lever.x), from_white(lever.y), '', 'all'],
  ...[-1, 1].map(side => [`hole of 6 for the lever's screw, ${side < 0 ? "White's" : "Black's"} side`, '', from_left(lever.x), from_white(lever.y + side * lever.screws), '', 'all'])]);

export const openings_table = () => table(['for', 'its middle', 'below the upper edge', 'opening', 'on'],
  rows_of_all(name => openings(name).map(({ what, side, at, wide, high, down, round, recess, slot }) =>
    [named(what), side === 'left' ? `left side, ${n(at)} from White's` : `${side}'s side, ${n(at)} from the left`, n(down),
      (round ? `hole of ${wide}` : `${wide} × ${high}`) + (recess ? `, recess of ${recess}` : '') + (slot ? ', open at the lower edge' : '')]))
    .map(([row, on]) => [...row, on]));

/// `text` with each table between its two comments, indented as they are.
export function with_tables(text, tables) {
  for (const [name, content] of Object.entries(tables)) {
    const place = new RegExp(`^( *)(<!-- ${name}: written by tools/hardware -->)[^]*?^ *(<!-- end of ${name} -->)`, 'm');
    if (!place.test(text)) throw new Error(`a document has no place for ${name}`);
    text = text.replace(place, (_, indent, begin, end) => [begin, '', ...content.split('\n'), '', end].map(row => (row ? indent + row : '')).join('\n'));
  }
  return text;
}
