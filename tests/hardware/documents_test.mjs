// The documents on building boards quote what programs really say, and name parts and legs that are there.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { boards } from '../../tools/hardware/boards.mjs';
import { parts } from '../../tools/hardware/parts.mjs';
import { netlist_of, root } from '../../tools/hardware/hardware.mjs';

const folders = { 'pico-matrix': ['pico-matrix'], 'pico-hall': ['pico-hall', 'pico-hall-thin'] };
const read = (name, file) => readFileSync(join(root, boards[name].folder, file), 'utf8');

/// All strings of the programs, those that follow each other joined as the compiler does.
function said() {
  const sources = ['daemon', 'tools'].flatMap(folder => readdirSync(join(root, folder), { recursive: true }).filter(path => path.endsWith('.cpp')).map(path => join(root, folder, path)));
  const texts = sources.flatMap(path => readFileSync(path, 'utf8').match(/(?:"(?:[^"\\\n]|\\.)*"\s*)+/g) ?? []);
  return texts.map(text => text.match(/"(?:[^"\\]|\\.)*"/g).map(one => one.slice(1, -1).replace(/\\"/g, '"')).join('')).join('\n');
}
const quotes = text => [...text.matchAll(/`([^`\n]+)`/g)].map(([, quote]) => quote).filter(quote => !/^adoube|^--|^build\/|^PORT|^this type|^…$/.test(quote));

test('a document quotes what no program says', () => {
  const all = said();
  for (const name of Object.keys(folders)) {
    const seen = read(name, 'troubleshooting.md').split('\n').filter(row => row.startsWith('|')).map(row => row.split('|')[1]);
    const asked = read(name, 'assembly.md').replace(/```[^]*?```/g, '');
    const pieces = [...seen, asked].flatMap(quotes).filter(quote => quote.includes(' ')).flatMap(quote => quote.split(/…| {2,}/)).map(piece => piece.trim()).filter(piece => piece.length > 3);
    assert.ok(pieces.length > 8);
    assert.deepEqual(pieces.filter(piece => !all.includes(piece)), [], name);
  }
});

test('a document names a part that is not in the netlist', () => {
  for (const [name, all] of Object.entries(folders)) {
    const refs = new Set(all.flatMap(board => netlist_of(board).components.map(({ ref }) => ref)));
    for (const file of ['assembly.md', 'mechanics.md', 'troubleshooting.md']) {
      const named = [...read(name, file).matchAll(/\b([RCDJQU]\d{1,2})\b(?!\d)/g)].map(([, ref]) => ref);
      const of_the_pico = ['R7']; // which also has one
      assert.deepEqual(named.filter(ref => !refs.has(ref) && !of_the_pico.includes(ref) && !/^C([789]|1\d|0)$/.test(ref)), [], `${name}: ${file}`);
    }
  }
});

test('a document does not say that no board has been built', () => {
  for (const name of Object.keys(folders)) for (const file of ['assembly.md', 'mechanics.md']) assert.match(read(name, file), /No board has been built from this yet/);
});

test('the test of the contacts exchanges two of them', () => {
  for (const [name, all] of Object.entries(folders)) for (const board of all) {
    const netlist = netlist_of(board);
    const rows = [...read(name, 'assembly.md').matchAll(/^ *\| J(\d)\.(\d) \| (R\d) \| (\d+) \| (\w+)'s (.*) \|$/gm)];
    assert.equal(rows.length, 6);
    for (const [, plug, pole, resistor, leg, side, what] of rows) {
      const line = netlist.net(`J${plug}`, pole), pin = ['1', '2'].find(one => netlist.net(resistor, one) === line);
      assert.ok(pin, `${resistor} is not at J${plug}.${pole}`);
      assert.equal(netlist.across(resistor, pin), netlist.net('U1', leg), `J${plug}.${pole} does not lead to leg ${leg}`);
      const kind = /lever/.test(what) ? 'PRESS' : /adoube/.test(what) ? 'ADJUST' : 'CALL';
      assert.equal(netlist.across(resistor, pin).name, `${kind}_${side.toUpperCase()}`);
    }
    for (const plug of ['J1', 'J2', 'J3']) assert.equal(netlist.net(plug, '3').name, 'GND');
  }
});

test('a document lets legs face each other that are not one net, or forbids it to those that are', () => {
  const case_md = readFileSync(join(root, 'firmware/boards/case.md'), 'utf8');
  for (const [name, all] of Object.entries(folders)) for (const board of all) {
    const netlist = netlist_of(board), legs = Object.keys(parts.RaspberryPi_Pico.pins).length;
    const joined = Array.from({ length: legs / 2 }, (_, at) => at + 1).filter(leg => netlist.net('U1', String(leg)) === netlist.net('U1', String(legs + 1 - leg)));
    const words = `except ${joined.map(leg => `${leg} to ${legs + 1 - leg}`).join(', ')}`;
    for (const text of [case_md, read(name, 'assembly.md')]) assert.ok(text.replace(/\s+/g, ' ').includes(words), `${name}: ${words}`);
  }
});

test('lines of a document are too long', () => {
  const paths = ['firmware/README.md', 'firmware/boards/case.md', ...Object.keys(folders).flatMap(name => ['assembly.md', 'mechanics.md', 'troubleshooting.md'].map(file => join(boards[name].folder, file)))];
  for (const path of paths) readFileSync(join(root, path), 'utf8').split('\n').forEach((row, at) => assert.ok([...row].length < 120, `${path}:${at + 1}`));
});

test('case.md does not say that no board has been built', () => {
  assert.match(readFileSync(join(root, 'firmware/boards/case.md'), 'utf8'), /No board has been built from this yet/);
});
