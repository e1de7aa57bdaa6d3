// Writes netlist, pictures, strip board and list of parts of every board that can be built, and the tables of its documents, or tells
// which are not up to date.
//
//   node tools/hardware/hardware.mjs write|check

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

import { boards, layers_of } from './boards.mjs';
import { drawing } from './drawing.mjs';
import { read, write } from './netlist.mjs';
import { parts_list } from './parts_list.mjs';
import { pins_of } from './pins.mjs';
import { plan } from './plan.mjs';
import { faults, loads } from './rules.mjs';
import { section } from './section.mjs';
import { layouts } from './strip_board.mjs';
import { strip_board_picture, strip_board_tables } from './strip_board_drawing.mjs';
import { strip_board_faults } from './strip_board_rules.mjs';
import { contact_table, openings_table, places_table, screw_table, with_tables } from './tables.mjs';

export const root = join(dirname(fileURLToPath(import.meta.url)), '../..');

/// [path, text] of all files of a board.
export function files_of(name) {
  const { folder, netlist, parts, ...rest } = boards[name];
  const text = write(netlist());
  const parsed = read(text);
  return [
    [`${folder}/${name}.net`, text],
    [`${folder}/${name}.svg`, drawing(parsed)],
    [`${folder}/${name}-section.svg`, section(name, layers_of(name))],
    [`${folder}/${name}-plan.svg`, plan(name)],
    [`${folder}/${parts}`, parts_list(parsed, rest)],
    ...name in layouts ? [
      [`${folder}/${name}-strip-board.svg`, strip_board_picture(name, layouts[name], parsed)],
      [`${folder}/${name}-strip-board.md`, strip_board_tables(name, layouts[name], parsed)],
    ] : [],
  ].map(([path, content]) => [join(root, path), content]);
}
/// [path, text] of the documents with tables in them.
export const documents = () => [
  ['firmware/boards/case.md', { places: places_table(), openings: openings_table(), screws: screw_table() }],
  ...['pico-matrix', 'pico-hall'].map(name => [`${boards[name].folder}/assembly.md`, { contacts: contact_table(netlist_of(name)) }]),
].map(([path, tables]) => [join(root, path), with_tables(readFileSync(join(root, path), 'utf8'), tables)]);
export const netlist_of = name => read(readFileSync(join(root, boards[name].folder, `${name}.net`), 'utf8'));
export const pins_hpp_of = name => pins_of(readFileSync(join(root, dirname(boards[name].folder), 'pins.hpp'), 'utf8'));

const old = files => files.filter(([path, text]) => !existsSync(path) || readFileSync(path, 'utf8') !== text)
  .map(([path]) => `${relative(root, path)} is not up to date: node tools/hardware/hardware.mjs write`);

function check(name) {
  const wrong = old(files_of(name));
  if (wrong.length === 0) wrong.push(...faults(netlist_of(name), pins_hpp_of(name)).map(([rule, found]) => `${name}: ${found} (${rule})`));
  if (wrong.length === 0 && name in layouts) wrong.push(...strip_board_faults(layouts[name], netlist_of(name), name).map(([rule, found]) => `${name}: ${found} (${rule})`));
  if (wrong.length === 0)
    for (const [net, [typical, most]] of loads(netlist_of(name))) console.log(`${name}: ${net} gives ${Math.round(typical)} mA, at most ${Math.round(most)}`);
  return wrong;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [command] = process.argv.slice(2);
  if (command === 'write') {
    for (const name of Object.keys(boards)) for (const [path, text] of files_of(name)) writeFileSync(path, text);
    for (const [path, text] of documents()) writeFileSync(path, text);
  }
  else if (command === 'check') {
    const wrong = [...Object.keys(boards).flatMap(check), ...old(documents())];
    for (const one of wrong) console.error(one);
    process.exitCode = wrong.length > 0 ? 1 : 0;
  } else {
    console.error('hardware: say write or check');
    process.exitCode = 2;
  }
}
