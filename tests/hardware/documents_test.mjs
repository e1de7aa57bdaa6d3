// The documents on building boards quote what programs really say, and name parts and legs that are there.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { boards } from '../../tools/hardware/boards.mjs';
import { parts } from '../../tools/hardware/parts.mjs';
import { netlist_of, root } from '../../tools/hardware/hardware.mjs';
import { loads } from '../../tools/hardware/rules.mjs';
import { changed } from './lib/mutants.mjs';
import { told_as } from './lib/told_as.mjs';

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

const rows_of = text => text.split('\n').filter(row => row.startsWith('|')).map(row => row.split('|').slice(1, -1).map(cell => cell.trim()));

// [square that is touched, square that is told, what the row says, change]
const exchanged = [
  ['a1', 'a3', /EN of U2 and U3/, wires => wires.swap(['U2', '15'], ['U3', '15'])],
  ['a5', 'a7', /EN of U4 and U5/, wires => wires.swap(['U4', '15'], ['U5', '15'])],
  ['a1', 'a5', /SIG lines/, wires => wires.swap(['U1', '31'], ['U1', '32'])],
  ['a1', 'a2', /C0 … C7 with C8 … C15/, wires => [...'ABCDEFGH'].forEach(file => wires.swap([`U${file}1`, '3'], [`U${file}2`, '3']))],
  ['a1', 'h1', /files in the wrong order/, wires => ['AH', 'BG', 'CF', 'DE'].forEach(([one, other]) => wires.swap([`U${one}1`, '3'], [`U${other}1`, '3']))],
];
test('wires are exchanged in a way that troubleshooting.md tells wrongly', () => {
  const rows = rows_of(read('pico-hall', 'troubleshooting.md')), sound = netlist_of('pico-hall');
  assert.ok([...told_as(sound)].every(([at, told]) => at === told));
  for (const [touched, told, says, change] of exchanged) {
    assert.equal(told_as(changed(sound, change)).get(touched), told);
    const [row] = rows.filter(([, is]) => says.test(is ?? ''));
    assert.ok(row, `no row says ${says}`);
    assert.ok(row[0].startsWith(`${told} for ${touched}`), row[0]);
  }
  // On at once, and so exchanged without harm.
  for (const [one, other] of [['U2', 'U4'], ['U3', 'U5']]) assert.ok([...told_as(changed(sound, wires => wires.swap([one, '15'], [other, '15'])))].every(([at, told]) => at === told));
});

test('troubleshooting.md names a leg to which a multiplexer does not lead', () => {
  const netlist = netlist_of('pico-hall'), text = read('pico-hall', 'troubleshooting.md').replace(/\s+/g, ' ');
  const on_leg = (net, leg) => netlist.net('U1', leg) === net;
  const enables = [...text.matchAll(/EN of (U\d) and (U\d)[^|]*\| of (U\d) to leg (\d+), of (U\d) to leg (\d+)/g)];
  assert.equal(enables.length, 4);
  for (const [, a, b, one, leg, other, other_leg] of enables) {
    assert.deepEqual([one, other], [a, b]);
    for (const [mux, at] of [[one, leg], [other, other_leg]]) assert.ok(on_leg(netlist.net_named(mux, '~E'), at), `${mux} ${at}`);
  }
  const [, signals] = text.match(/\| SIG lines \| ([^|]*) \|/);
  for (const [, one, other, leg] of signals.matchAll(/(U\d), (U\d) to leg (\d+)/g)) for (const mux of [one, other]) assert.ok(on_leg(netlist.net_named(mux, 'COM'), leg), `${mux} ${leg}`);
});

// What goes wrong when a board is built by hand: each has a row or a sentence. [what, boards, words]
const both = ['pico-matrix', 'pico-hall'], hall = ['pico-hall'];
const hand_faults = [
  ['the poles of the second supply exchanged', both, /poles are exchanged/], ['D3 turned', both, /D3 the wrong way round/],
  ['a plug without ground', both, /ground is missing/], ['a plug crimped in reverse', both, /crimped from the wrong end/],
  ['an open contact', both, /open wire or resistor/], ['a contact at ground', both, /line is at ground/], ['a lever exchanged', both, /exchanged at J1/],
  ['a multiplexer without ground', hall, /multiplexer: VCC, GND, EN or SIG is open/], ['R11 or R12 missing', hall, /R11 or R12 is missing/],
  ['enables of two that are read at different inputs exchanged', hall, /EN of U2 and U5/], ['a spare queen upside down', hall, /spare queen/],
  ['one of four sensors', hall, /one of the four sensors of a square\*\* is dead, lies face down, or its 10 kΩ is open/], ['64 pieces before the calibration', hall, /64 Black pieces/],
  ['a sensor face down', hall, /sensor face down/], ['R13 missing', hall, /R13 is missing/], ['a rail open', hall, /rail is open/],
  ['a diode turned', ['pico-matrix'], /diode turned/], ['a reed bridged', ['pico-matrix'], /sticks, or is bridged/], ['the arbiter at another leg', ['pico-matrix'], /R6 in a strip beside its own/],
];
test('a fault of who builds by hand is in no table', () => {
  for (const [fault, names, words] of hand_faults) for (const name of names) assert.match(read(name, 'troubleshooting.md').replace(/\s+/g, ' '), words, `${name}: ${fault}`);
});

test('--for firmware does not install what the images are built with', () => {
  const [, named] = readFileSync(join(root, 'firmware/rp2040/toolchain.cmake'), 'utf8').match(/apt install ([\w+ -]*),/);
  const [before_tests] = readFileSync(join(root, 'tools/install-dependencies'), 'utf8').split('if [[ $purpose == test ]]');
  const [, for_images] = before_tests.match(/if \[\[ \$purpose != demo[^\n]* \]\]; then\n([^]*?)\nfi/);
  assert.deepEqual(named.split(' ').filter(one => !for_images.includes(one)), []);
  assert.match(readFileSync(join(root, 'firmware/README.md'), 'utf8'), /install-dependencies --for firmware/);
});

test('an assembly does not say where image and program come from', () => {
  for (const name of Object.keys(folders)) for (const words of [/README\.md#build-the-images/, /Debian 12 or 13 or Ubuntu 24\.04/, /Windows or a Mac/]) assert.match(read(name, 'assembly.md').replace(/\s+/g, ' '), words);
});

test('a part that is joined from outside cannot be joined with what is bought', () => {
  for (const name of Object.keys(boards)) {
    const bought = boards[name].more().map(([, what]) => what), has = words => assert.ok(bought.some(what => words.test(what)), `${name}: ${words}`);
    has(/^cable 3\.5 mm, plugs with three contacts/);
    has(/^socket 5\.5 × 2\.1 mm/);
    has(/plug 5\.5 × 2\.1 mm, plus inside/);
  }
});

test('wires come onto copper that faces the top, or something is fixed in no step', () => {
  const in_order = { 'pico-matrix': ['glue them to the lower side of the top ([where]', 'unscrew the board again', 'join the lines to it', 'Screw the carrier to its pillars and the strip board to its blocks'],
    'pico-hall': ['glue them with epoxy onto the lower side of the top', 'unscrew the board again', 'stick the rails on', 'join the rails to it', 'join outputs to multiplexers', 'Screw the carrier to its spacers', 'the strip board to its blocks', 'Fix the multiplexers'] };
  for (const [name, all] of Object.entries(in_order)) {
    const text = read(name, 'assembly.md').replace(/\s+/g, ' ').toLowerCase(), at = all.map(words => text.indexOf(words.toLowerCase()));
    assert.ok(at.every(one => one > 0), `${name}: ${all[at.indexOf(-1)]}`);
    assert.deepEqual(at.toSorted((a, b) => a - b), at, name);
    assert.match(text, /join the frame while it lies on the bottom/);
  }
});

test('a document wants a hole for which case.md lists no drill', () => {
  const case_md = readFileSync(join(root, 'firmware/boards/case.md'), 'utf8');
  const [, listed] = case_md.match(/^- Drills of ([^;]*);/m), drills = listed.match(/[\d.]+/g).map(Number);
  const texts = [case_md, ...Object.keys(folders).flatMap(name => ['assembly.md', 'mechanics.md'].map(file => read(name, file)))].map(text => text.replace(/\s+/g, ' '));
  const holes = texts.flatMap(text => [...text.matchAll(/\bholes? of (\d+(?:\.\d+)?)\b/g)].map(([, mm]) => Number(mm))).filter(mm => mm !== 20); // the flat bit
  assert.ok(holes.length > 8);
  assert.deepEqual(holes.filter(mm => !drills.includes(mm)), []);
});

test("assembly.md expects another current of the thin board than eight ranks that passed make", () => {
  const text = read('pico-hall', 'assembly.md').replace(/\s+/g, ' '), [, most] = loads(netlist_of('pico-hall-thin')).get('SUPPLY_5V');
  const [, share] = text.match(/from the 5 V (0\.\d) of what its eight ranks took together/), [, rank, whole] = text.match(/Eight ranks of (\d+) mA are (\d\.\d) A/);
  assert.ok(text.includes(`32: 60 to ${rank} mA`));
  assert.ok(Math.abs(8 * rank / 1000 * parts.D24V22F3.steps_down - whole) <= 0.05 && Math.abs(most / 1000 - whole) <= 0.05);
  assert.equal(parts.D24V22F3.steps_down.toFixed(1), share);
  assert.ok(8 * rank <= parts.D24V22F3.gives_ma.VOUT);
});

test('a wiring picture calls parts of one square several squares', () => {
  for (const name of Object.keys(boards)) {
    const picture = read(name, `${name}.svg`);
    assert.doesNotMatch(picture, /\d × squares/);
    if (name !== 'pico-matrix') assert.match(picture, name === 'pico-hall' ? / → a1: UA1</ : / → a1: RA1_1 … RA1_4</);
  }
});
