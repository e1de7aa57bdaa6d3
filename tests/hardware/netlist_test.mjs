// Netlists are as the boards are described, in KiCad's format, and agree with pins.hpp and the lists of parts.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { boards } from '../../tools/hardware/boards.mjs';
import { Circuit } from '../../tools/hardware/circuit.mjs';
import { documents, files_of, netlist_of, pins_hpp_of, root } from '../../tools/hardware/hardware.mjs';
import { parse, read, write } from '../../tools/hardware/netlist.mjs';
import { parts } from '../../tools/hardware/parts.mjs';
import { pins_of } from '../../tools/hardware/pins.mjs';

const names = Object.keys(boards);
const node_names = net => net.nodes.map(({ ref, pin, function: does }) => `${ref}.${pin} ${does}`);
const net_named = (netlist, name) => netlist.nets.find(net => net.name === name);
const gps_on = (netlist, name) => node_names(net_named(netlist, name)).filter(node => /^U1\.\d+ GP/.test(node)).map(node => Number(node.replace(/.*GP/, '')));

test('a file is not what the tool writes', () => {
  for (const [path, text] of [...names.flatMap(files_of), ...documents()]) assert.ok(readFileSync(path, 'utf8') === text, `${path}: node tools/hardware/hardware.mjs write`);
});

test('a netlist that was read and written again is another', () => {
  for (const name of names) {
    const text = readFileSync(`${root}/${boards[name].folder}/${name}.net`, 'utf8');
    assert.ok(write(read(text)) === text, name);
  }
  assert.deepEqual(parse('(a "b \\"c\\" (d)" (e f))'), ['a', 'b "c" (d)', ['e', 'f']]);
  for (const broken of ['(a (b)', '(a))', 'a)']) assert.throws(() => parse(broken), /netlist/);
});

// As KiCad's own reader takes it: what it does not know it skips, but of these it needs each.
test('a netlist has what KiCad asks for', () => {
  for (const name of names) {
    const [head, ...sections] = parse(readFileSync(`${root}/${boards[name].folder}/${name}.net`, 'utf8'));
    assert.equal(head, 'export');
    assert.deepEqual(sections.map(([section]) => section), ['version', 'design', 'components', 'nets']);
    const [, , [, ...components], [, ...nets]] = sections;
    const refs = new Set();
    for (const [kind, ...entries] of components) {
      assert.equal(kind, 'comp');
      const entry = Object.fromEntries(entries.map(([key, value]) => [key, value]));
      assert.match(entry.ref, /^[A-Z][A-Z0-9_]*\d$/); // letters, then a number at the end
      assert.match(entry.footprint, /^[^:\s]+:[^:\s]+$/); // library and footprint
      assert.ok(!refs.has(entry.ref) && entry.value !== '');
      refs.add(entry.ref);
      assert.deepEqual(entries.find(([key]) => key === 'libsource').slice(1).map(([key]) => key), ['lib', 'part', 'description']);
    }
    const codes = nets.map(([, [code, number]]) => (assert.equal(code, 'code'), Number(number)));
    assert.deepEqual(codes, codes.map((_, at) => at + 1));
    assert.equal(new Set(nets.map(([, , [, net]]) => net)).size, nets.length, 'a name for each net');
    for (const [, , , ...nodes] of nets) for (const [kind, [, ref], [pin]] of nodes) assert.ok(kind === 'node' && pin === 'pin' && refs.has(ref));
  }
});

test('a leg of the Pico has another number than on its data sheet', () => {
  const legs = Object.entries(parts.RaspberryPi_Pico.pins).map(([leg, { name }]) => [name, Number(leg)]);
  assert.equal(legs.length, 40);
  const of = Object.fromEntries(legs.filter(([name]) => name !== 'GND'));
  // Four legs between grounds: GP4 n is on leg 6 + 5 (n - 1), and so on; the other side runs back.
  for (let gp = 0; gp < 16; ++gp) assert.equal(of[`GP${gp}`], gp + 1 + Math.floor((gp + 2) / 4), `GP${gp}`);
  for (let gp = 16; gp < 23; ++gp) assert.equal(of[`GP${gp}`], gp + 5 + Math.floor((gp - 14) / 4), `GP${gp}`);
  assert.deepEqual([of.RUN, of.GP26, of.GP27, of.AGND, of.GP28, of.ADC_VREF, of['3V3'], of['3V3_EN'], of.VSYS, of.VBUS], [30, 31, 32, 33, 34, 35, 36, 37, 39, 40]);
  assert.deepEqual(legs.filter(([name]) => name === 'GND').map(([, leg]) => leg), [3, 8, 13, 18, 23, 28, 38]);
});

// Each constant of pins.hpp, name by name; a new one has to be added here.
test('a pin of pins.hpp is on another net', () => {
  const range = (first, count) => Array.from({ length: count }, (_, at) => first + at);
  const nets = {
    'pico-matrix': pins => [...range(0, 8).map(at => [`RANK${at + 1}`, pins.first_rank + at]), ...range(0, 8).map(at => [`FILE${'ABCDEFGH'[at]}`, pins.first_file + at])],
    'pico-hall': pins => [...range(0, 4).map(at => [`ADDRESS${at}`, pins.first_select + at]), ...range(0, 4).map(at => [`ENABLE${at}`, pins.first_select + 4 + at]),
      ['LEVEL0', pins.sensors[0]], ['LEVEL1', pins.sensors[1]], ['SENSOR_POWER', pins.sensor_power[0]]],
  };
  nets['pico-hall-thin'] = nets['pico-hall'];
  const known = ['first_rank', 'first_file', 'first_select', 'selects', 'sensors', 'sensor_power', 'contacts', 'clock_sda', 'clock_scl',
    'cable_sense', 'light', 'steady_supply', 'supply_sense', 'supply_adc_channel'];
  for (const name of names) {
    const pins = pins_hpp_of(name), netlist = netlist_of(name);
    assert.deepEqual(Object.keys(pins).filter(pin => !known.includes(pin)), [], 'a constant that no test compares');
    const contacts = ['PRESS_WHITE', 'PRESS_BLACK', 'ADJUST_WHITE', 'ADJUST_BLACK', 'CALL_WHITE', 'CALL_BLACK'].map((contact, at) => [contact, pins.contacts[at]]);
    const clock = [['CLOCK_SDA', pins.clock_sda[0]], ['CLOCK_SCL', pins.clock_scl[0]]];
    for (const [net, gp] of [...nets[name](pins), ...contacts, ...clock]) assert.deepEqual(gps_on(netlist, net), [gp], `${name}: ${net}`);
    for (const inside of ['cable_sense', 'light', 'steady_supply', 'supply_sense'].flatMap(key => pins[key] ?? []))
      assert.ok(!Object.values(parts.RaspberryPi_Pico.pins).some(pin => pin.name === `GP${inside}`), `GP${inside} has no leg`);
  }
});

test('a constant of pins.hpp is read wrongly', () => {
  const header = `
    inline constexpr unsigned first = 2, count = 8; // GP2-9
    inline constexpr Pins many = rp2040::pins(first, 8);
    inline constexpr Pins two = pin(26) | pin(27);
    inline constexpr Pins list[] = {pin(18), pin(16)};
    inline constexpr Pins one = pin(14), other = pin(15);`;
  assert.deepEqual(pins_of(header), { first: 2, count: 8, two: [26, 27], list: [18, 16], one: [14], other: [15] });
  assert.throws(() => pins_of(`${header}inline constexpr Pins one = pin(3);`), /one is said twice/);
});

test('a circuit names a pin that its part does not have', () => {
  const circuit = new Circuit('made');
  assert.throws(() => circuit.add('Q1', '2N7000', { S: 'GND', G: 'A', D: 'B', B: 'C' }), /Q1 has no pin B/);
});

const cell = /"((?:[^"]|"")*)"(?:,|$)|([^",]*)(?:,|$)/g;
const rows_of = csv => csv.trim().split('\n').map(line => [...line.matchAll(cell)].map(([, string, word]) => word ?? string.replaceAll('""', '"')).slice(0, 11));

test('a list of parts has another quantity than the netlist', () => {
  for (const name of names) {
    const netlist = netlist_of(name);
    const [columns, ...rows] = rows_of(readFileSync(`${root}/${boards[name].folder}/${boards[name].parts}`, 'utf8'));
    assert.ok(rows.every(row => row.length === columns.length));
    const left = new Map(netlist.components.map(component => [component.ref, component]));
    let sum = 0;
    for (const row of rows) {
      const at = Object.fromEntries(columns.map((column, place) => [column, row[place]]));
      if (at.part === 'all together, about') { assert.equal(at.EUR, sum.toFixed(2)); continue; }
      sum += Number(at.EUR);
      assert.equal(at.EUR, (Number(at['EUR each']) * (Number(at.quantity) + Number(at.spare))).toFixed(2), at.part);
      if (at.refs === '') continue;
      const first = left.get(at.refs.split(' ')[0]);
      const same = [...left.values()].filter(({ part, value }) => part === first.part && (!['R', 'C', 'CP'].includes(part) || value === first.value));
      assert.equal(Number(at.quantity), same.length, `${name}: ${at.part} ${at.value}`);
      assert.equal(same.at(-1).ref, at.refs.split(' ').at(-1));
      for (const { ref } of same) left.delete(ref);
    }
    assert.deepEqual([...left.keys()], [], 'what nobody buys');
  }
  assert.equal(netlist_of('pico-hall-thin').of_part('DRV5055A2').length, 256);
});
