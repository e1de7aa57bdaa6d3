// Writes netlist, wiring picture and list of parts of every board that can be built, or tells which are not up to date.
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
  ].map(([path, content]) => [join(root, path), content]);
}
export const netlist_of = name => read(readFileSync(join(root, boards[name].folder, `${name}.net`), 'utf8'));
export const pins_hpp_of = name => pins_of(readFileSync(join(root, dirname(boards[name].folder), 'pins.hpp'), 'utf8'));

function check(name) {
  const wrong = files_of(name).filter(([path, text]) => !existsSync(path) || readFileSync(path, 'utf8') !== text)
    .map(([path]) => `${relative(root, path)} is not up to date: node tools/hardware/hardware.mjs write`);
  if (wrong.length === 0) wrong.push(...faults(netlist_of(name), pins_hpp_of(name)).map(([rule, found]) => `${name}: ${found} (${rule})`));
  if (wrong.length === 0)
    for (const [net, [typical, most]] of loads(netlist_of(name))) console.log(`${name}: ${net} gives ${Math.round(typical)} mA, at most ${Math.round(most)}`);
  return wrong;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [command] = process.argv.slice(2);
  if (command === 'write') for (const name of Object.keys(boards)) for (const [path, text] of files_of(name)) writeFileSync(path, text);
  else if (command === 'check') {
    const wrong = Object.keys(boards).flatMap(check);
    for (const one of wrong) console.error(one);
    process.exitCode = wrong.length > 0 ? 1 : 0;
  } else {
    console.error('hardware: say write or check');
    process.exitCode = 2;
  }
}
