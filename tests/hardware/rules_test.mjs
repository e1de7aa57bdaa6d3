// The boards keep the electrical rules, and a netlist with a fault does not.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { boards } from '../../tools/hardware/boards.mjs';
import { netlist_of, pins_hpp_of } from '../../tools/hardware/hardware.mjs';
import { faults, loads } from '../../tools/hardware/rules.mjs';
import { changed } from './lib/mutants.mjs';

const rules_broken = (netlist, name) => [...new Set(faults(netlist, pins_hpp_of(name)).map(([rule]) => rule))];

for (const name of Object.keys(boards)) {
  test(`${name} keeps every rule`, () => assert.deepEqual(faults(netlist_of(name), pins_hpp_of(name)), []));
}

test('the sums of currents are those that the documents name', () => {
  const sums = (name, net) => loads(netlist_of(name)).get(net).map(Math.round);
  assert.deepEqual(sums('pico-hall', 'SENSOR_3V3'), [384, 640]);
  assert.deepEqual(sums('pico-hall', 'VSYS'), [410, 739]);
  assert.deepEqual(sums('pico-hall-thin', 'SENSOR_3V3'), [1536, 2560]);
  assert.deepEqual(sums('pico-hall-thin', 'SUPPLY_5V'), [1194, 1993]);
  assert.deepEqual(sums('pico-hall-thin', 'VSYS'), [25, 97]);
});

const pins = /at the pins that the firmware uses/, one_net = /every pin is on one net/, outputs = /no output meets/, ground = /every ground/;
const supply = /every chip has its supply/, capacitor = /has a capacitor/, currents = /currents/, fed = /has the supply of the Pico/;
const chance = /by chance/, volts = /no more than 3.3 V/, way = /point the right way/, outside = /wires from outside/;
const between = /capacitors lie/;

/// [board, fault, rule that finds it, change]
const mutants = [
  ['pico-matrix', 'a diode the wrong way round', way, wires => wires.swap(['DE4', '1'], ['DE4', '2'])],
  ['pico-matrix', 'a diode bridged', pins, wires => { wires.move('SE4', '2', 'FILEE'); wires.remove('DE4'); }],
  ['pico-matrix', 'a reed at the wrong rank', pins, wires => wires.move('SE4', '1', 'RANK5')],
  ['pico-matrix', 'a diode at the wrong file', pins, wires => wires.move('DE4', '1', 'FILED')],
  ['pico-matrix', 'two files exchanged', pins, wires => wires.swap(['U1', '14'], ['U1', '15'])],
  ['pico-matrix', 'two ranks joined', outputs, wires => wires.join('RANK1', 'RANK2')],
  ['pico-matrix', 'a square twice, another not at all', pins, wires => { wires.component('SE4').fields.Square = 'e5'; }],
  ['pico-matrix', 'a reed without a wire', one_net, wires => wires.cut('SE4', '1')],
  ['pico-matrix', "the arbiter's button where the clock is now", pins, wires => wires.swap(['U1', '31'], ['U1', '34'])],
  ['pico-matrix', "White's and Black's lever exchanged", pins, wires => wires.swap(['U1', '24'], ['U1', '25'])],
  ['pico-matrix', 'a contact that closes to the supply', pins, wires => wires.move('SW3', '2', '3V3')],
  ['pico-matrix', 'a contact without its resistor', outside, wires => { wires.move('J1', '1', 'PRESS_WHITE'); wires.remove('R1'); }],
  ['pico-matrix', 'a contact without its diode', outside, wires => wires.move('D1', '1', 'PRESS_BLACK_LINE')],
  ['pico-matrix', 'a diode array without ground', ground, wires => wires.move('D2', '2', '3V3')],
  ['pico-matrix', 'a diode array with a missing ground', ground, wires => wires.cut('D2', '2')],
  ['pico-matrix', 'a contact with 100 ohms', currents, wires => { wires.component('R1').value = '100'; }],
  ['pico-matrix', 'a second supply the wrong way round', way, wires => wires.swap(['D3', '1'], ['D3', '2'])],
  ['pico-matrix', 'a second supply without its diode', outputs, wires => { wires.join('VSYS', 'SECOND_5V'); wires.remove('D3'); }],
  ['pico-matrix', "the clock's lines exchanged", pins, wires => wires.swap(['J4', 'T'], ['J4', 'R'])],
  ['pico-matrix', "a clock's line without pull-up", chance, wires => wires.remove('R9')],
  ['pico-matrix', "a clock's line pulled up to 5 V", volts, wires => wires.move('R7', '1', 'SECOND_5V')],
  ['pico-hall', 'two outputs joined', outputs, wires => wires.join('A1', 'B1')],
  ['pico-hall', 'a sensor at the supply', outputs, wires => wires.move('UA1', '3', 'SENSOR_3V3')],
  ['pico-hall', 'a sensor turned in its holes', supply, wires => wires.swap(['UA1', '1'], ['UA1', '3'])],
  ['pico-hall', 'a sensor wired as if it were a SOT-23', ground, wires => wires.swap(['UA1', '2'], ['UA1', '3'])],
  ['pico-hall', 'a sensor without ground', ground, wires => wires.cut('UH8', '2')],
  ['pico-hall', 'a multiplexer without ground', ground, wires => wires.cut('U3', '12')],
  ['pico-hall', 'a regulator whose second ground is missing', ground, wires => wires.cut('U6', '6')],
  ['pico-hall', 'a sensor at VSYS', supply, wires => wires.move('UA1', '1', 'VSYS')],
  ['pico-hall', 'a sensor without its capacitor', capacitor, wires => wires.remove('CA1')],
  ['pico-hall', 'a regulator without a capacitor at its output', capacitor, wires => { for (const { ref } of wires.components.filter(({ part, value }) => part === 'C' && value !== '100n')) wires.remove(ref); }],
  ['pico-hall', 'a capacitor at a signal', between, wires => wires.move('CA1', '1', 'A1')],
  ['pico-hall', 'a regulator without its pull-down', chance, wires => wires.remove('R13')],
  ['pico-hall', 'a regulator pulled up instead', chance, wires => wires.move('R13', '2', '3V3')],
  ['pico-hall', 'a converter input that floats', chance, wires => wires.remove('R12')],
  ['pico-hall', 'two address lines exchanged', pins, wires => wires.swap(['U1', '4'], ['U1', '5'])],
  ['pico-hall', 'two address lines exchanged at one multiplexer', pins, wires => wires.swap(['U4', '10'], ['U4', '11'])],
  ['pico-hall', 'two enables exchanged', pins, wires => wires.swap(['U2', '15'], ['U5', '15'])],
  ['pico-hall', 'the converter inputs exchanged', pins, wires => wires.swap(['U1', '31'], ['U1', '32'])],
  ['pico-hall', 'two squares exchanged', pins, wires => wires.swap(['UA1', '3'], ['UH8', '3'])],
  ['pico-hall', "multiplexers at the sensors' supply", fed, wires => { for (const ref of ['U2', 'U3', 'U4', 'U5']) wires.move(ref, '24', 'SENSOR_3V3'); }],
  ['pico-hall', 'a converter that means another 3.3 V', pins, wires => wires.cut('U1', '35')],
  ['pico-hall', "256 sensors at the deep board's regulator", currents, wires => {
    for (const { ref } of wires.components.filter(({ part }) => part === 'DRV5055A1')) for (const copy of [1, 2, 3]) {
      wires.components.push({ ...wires.component(ref), ref: `${ref}_${copy}` });
      wires.nets.find(({ name }) => name === 'SENSOR_3V3').nodes.push({ ref: `${ref}_${copy}`, pin: '1', function: 'VCC', type: 'power_in' });
    }
  }],
  ['pico-hall-thin', 'an output joined without its resistor', outputs, wires => { wires.join('A1', 'A1_1'); wires.join('A1', 'A1_2'); wires.remove('RA1_1'); wires.remove('RA1_2'); }],
  ['pico-hall-thin', 'resistors that a sensor cannot drive', currents, wires => { wires.component('RA1_3').value = '1k'; }],
  ['pico-hall-thin', 'three sensors under a square', pins, wires => { for (const letter of 'URC') wires.remove(`${letter}A1_4`); }],
  ['pico-hall-thin', 'a step-down module switched by the Pico alone', volts, wires => wires.swap(['U6', '2'], ['Q1', '2'])],
  ['pico-hall-thin', 'a switch that floats', chance, wires => wires.remove('R14')],
  ['pico-hall-thin', 'an electrolytic the wrong way round', way, wires => wires.swap(['C5', '1'], ['C5', '2'])],
  ['pico-hall-thin', "the sensors' supply joined to the Pico's", outputs, wires => wires.join('3V3', 'SENSOR_3V3')],
];
for (const [name, fault, rule, change] of mutants) {
  test(`${name}: ${fault} is found`, () => assert.match(rules_broken(changed(netlist_of(name), change), name).join('; '), rule));
}

test('every rule finds a fault', () => {
  const needed = new Set(mutants.map(([, , rule]) => rule));
  assert.deepEqual([pins, one_net, outputs, ground, supply, capacitor, currents, fed, chance, volts, way, outside, between].filter(rule => !needed.has(rule)), []);
});

const all = process.env.ADOUBE_TIER === 'all';
for (const [name, every] of [['pico-matrix', all ? 1 : 4], ['pico-hall', all ? 1 : 4], ['pico-hall-thin', all ? 10 : 80]]) {
  test(`${name}: any wire cut is found`, () => {
    const netlist = netlist_of(name), unseen = [];
    const joined = netlist.nets.filter(({ nodes }) => nodes.length > 1).flatMap(({ nodes }) => nodes);
    joined.forEach(({ ref, pin }, at) => {
      if (at % every === 0 && rules_broken(changed(netlist, wires => wires.cut(ref, pin)), name).length === 0) unseen.push(`${ref}.${pin}`);
    });
    assert.ok(joined.length / every > 20);
    assert.deepEqual(unseen, []);
  });
}

for (const name of ['pico-matrix', 'pico-hall']) {
  test(`${name}: a wire that leads to another net is found`, () => {
    const netlist = netlist_of(name), unseen = [];
    const joined = netlist.nets.filter(({ nodes }) => nodes.length > 1);
    const nodes = joined.flatMap(net => net.nodes.map(node => [node, net]));
    nodes.forEach(([{ ref, pin }, net], at) => {
      const other = joined[(at * 7 + 3) % joined.length];
      if (other === net || (!all && at % 4 !== 0)) return;
      if (rules_broken(changed(netlist, wires => wires.move(ref, pin, other.name)), name).length === 0) unseen.push(`${ref}.${pin} to ${other.name}`);
    });
    assert.deepEqual(unseen, []);
  });
}
