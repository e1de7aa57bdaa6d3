// The strip boards are what the netlists say, can be built, and a layout with a fault is found.

import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { boards, layers_of } from '../../tools/hardware/boards.mjs';
import { compartment, openings } from '../../tools/hardware/compartment.mjs';
import { strip_board, wall } from '../../tools/hardware/geometry.mjs';
import { netlist_of, root } from '../../tools/hardware/hardware.mjs';
import { parts } from '../../tools/hardware/parts.mjs';
import { footprints, hole_at, hole_name, holes, layouts, mm_of, parts_on, pitch, screws, strip_names, strips } from '../../tools/hardware/strip_board.mjs';
import { block_at, copper, strip_board_faults } from '../../tools/hardware/strip_board_rules.mjs';
import { screws as all_screws } from '../../tools/hardware/screws.mjs';
import { changed } from './lib/mutants.mjs';

const names = Object.keys(boards); // each has a layout
const netlists = Object.fromEntries(names.map(name => [name, netlist_of(name)]));
const broken = (layout, name) => [...new Set(strip_board_faults(layout, netlists[name], name).map(([rule]) => rule))].join('; ');
const with_change = (name, change) => { const layout = structuredClone(layouts[name]); change(layout); return layout; };
const moved = (name, by_strip, by_hole) => { const { strip, hole } = hole_at(name); return `${strip_names[strip + by_strip]}${hole + by_hole}`; };

for (const name of names) {
  test(`${name}: the strip board keeps every rule`, () => assert.deepEqual(strip_board_faults(layouts[name], netlists[name], name), []));
}

test('a hole has another name when it is read', () => {
  for (const one of ['A1', 'Z61', 'AA7', 'AL60']) assert.equal(hole_name(hole_at(one)), one);
  assert.deepEqual(hole_at('AC7'), { strip: 28, hole: 7 });
  assert.throws(() => hole_at('AZ1'), /no hole/);
});

test('pins have another distance than on their data sheets', () => {
  // [part, pin, pin, mm]; what can be bent is not here.
  const distances = [
    ['RaspberryPi_Pico', 1, 2, 2.54], ['RaspberryPi_Pico', 1, 20, 48.26], ['RaspberryPi_Pico', 1, 40, 17.78], ['RaspberryPi_Pico', 20, 21, 17.78], ['RaspberryPi_Pico', 21, 40, 48.26],
    ['TPD4E1U06DBV', 1, 3, 5.08], ['TPD4E1U06DBV', 1, 6, 7.62], ['TPD4E1U06DBV', 3, 4, 7.62], ['TPS73733DCQ', 1, 3, 5.08], ['TPS73733DCQ', 1, 6, 7.62], ['TPS73733DCQ', 3, 4, 7.62],
    ['Conn_01x03', 1, 2, 2.5], ['Conn_01x03', 1, 3, 5], ['Conn_01x02', 1, 2, 5.08], ['Header_01x03', 1, 3, 5.08], ['D24V22F3', 1, 5, 10.16], ['C', 1, 2, 5],
  ];
  const seen = new Set();
  for (const name of names) for (const { ref, part, pins } of parts_on(layouts[name])) for (const [kind, first, second, mm] of distances) if (kind === part) {
    const [a, b] = [first, second].map(wanted => mm_of(pins.find(({ pin }) => Number(pin) === wanted)));
    assert.ok(Math.abs(Math.hypot(a[0] - b[0], a[1] - b[1]) - mm) <= 0.1, `${name}: ${ref}`);
    seen.add(kind);
  }
  assert.ok(seen.size >= 5);
  // What parts.mjs names as footprints has the same pitch.
  assert.match(parts.Conn_01x02.footprint, /P5\.08mm/);
  assert.match(parts.Conn_01x03.footprint, /P2\.50mm/);
  assert.match(parts.C.footprint, /P5\.00mm/);
});

/// Another way than that of the rules: from hole to neighbouring hole.
function flooded(layout) {
  const dead = new Set([...layout.cuts, ...screws]), of_hole = new Map();
  const neighbours = name => [moved(name, 0, -1), moved(name, 0, 1), ...layout.links.filter(ends => ends.includes(name)).map(([a, b]) => (a === name ? b : a))];
  for (const strip of strip_names) for (let hole = 1; hole <= holes; ++hole) {
    const open = [`${strip}${hole}`], first = open[0];
    while (open.length > 0) {
      const name = open.pop(), { hole: number } = hole_at(name);
      if (of_hole.has(name) || dead.has(name) || number < 1 || number > holes) continue;
      of_hole.set(name, first);
      open.push(...neighbours(name));
    }
  }
  return of_hole;
}
for (const name of names) {
  test(`${name}: seen from hole to hole, the copper is another than the netlist`, () => {
    const of_hole = flooded(layouts[name]), { pins } = copper(layouts[name], netlists[name]);
    const by_piece = new Map(), by_net = new Map();
    for (const pin of pins) {
      const piece = of_hole.get(hole_name(pin));
      assert.ok(piece && pin.net, `${pin.ref}.${pin.pin}`);
      by_piece.set(piece, (by_piece.get(piece) ?? new Set()).add(pin.net));
      by_net.set(pin.net, (by_net.get(pin.net) ?? new Set()).add(piece));
    }
    for (const [piece, nets] of by_piece) assert.equal(nets.size, 1, `${piece}: ${[...nets]}`);
    for (const [net, pieces] of by_net) assert.equal(pieces.size, 1, net);
    assert.ok(by_net.get('GND') && by_net.size > 35);
  });

  test(`${name}: assembly.md does not say how the strip board is made`, () => {
    const text = readFileSync(`${root}/${boards[name].folder}/assembly.md`, 'utf8');
    const [, section] = text.match(/\n## 2\. The strip board\n([^]*?)\n## /);
    for (const file of [`${name}-strip-board.svg`, `${name}-strip-board.md`]) {
      assert.ok(section.includes(`(${file})`), file);
      assert.ok(existsSync(`${root}/${boards[name].folder}/${file}`));
    }
    for (const words of [`${layouts[name].cuts.length} `, `${layouts[name].links.length} `]) assert.ok(section.includes(words), words);
    for (const row of readFileSync(`${root}/${boards[name].folder}/${name}-strip-board.md`, 'utf8').split('\n')) assert.ok([...row].length < 120, row);
  });
}

test('a block splits at its screw', () => {
  for (const name of names) {
    const { count, size } = all_screws(name, layers_of(name)).find(({ holds }) => holds === 'the strip board');
    assert.equal(count, screws.length);
    for (const screw of screws) {
      const block = block_at(screw), at = mm_of(hole_at(screw));
      for (const [axis, ends] of [block.x, block.y].entries()) assert.ok(Math.min(at[axis] - ends[0], ends[1] - at[axis]) >= Number(size) / 2 + 2, screw);
    }
  }
});

test('a strip board can be bought that is too small', () => {
  assert.ok((strips - 1) * pitch < strip_board.wide - pitch && (holes - 1) * pitch < strip_board.long - pitch);
  for (const name of names) {
    const [, what, size] = boards[name].more().find(([, part]) => part.startsWith('strip board'));
    assert.match(what, /strips along the long side/);
    assert.match(size, new RegExp(`${strip_board.wide} × ${strip_board.long} mm, ${pitch} mm, at least ${strips} strips of ${holes} holes`));
    for (const row of boards[name].more().filter(([, part]) => part.startsWith('adapter'))) assert.match(row[2], /rows 7\.62 mm apart/);
  }
});

test('a part can be bought that is larger than it was drawn', () => {
  const numbers = text => text.match(/[\d.]+/g).map(Number), extent = ({ body: { x, y } }) => [x[1] - x[0], y[1] - y[0]].sort((a, b) => a - b);
  const at_most = (text, mm) => assert.deepEqual(numbers(text.match(/at most ([\d.]+ × [\d.]+) mm/)[1]).sort((a, b) => a - b), mm.map(one => Number(one.toFixed(1))));
  const [terminal, electrolytic, button] = ['Conn_01x02', 'CP', 'SW_Push'].map(part => parts[part].buy[3]);
  at_most(terminal, extent(footprints.Conn_01x02));
  assert.ok(terminal.includes(`${footprints.Conn_01x02.high} mm high`));
  assert.ok(electrolytic.includes(`at most ${extent(footprints.CP)[0]} mm thick and ${footprints.CP.high} mm high`));
  const behind = text => numbers(text.match(/at most ([\d.]+) mm wide, ([\d.]+) mm behind its rim/)[0]);
  for (const name of names) {
    const row = what => boards[name].more().find(([, part]) => part.startsWith(what));
    at_most(row('adapter SOT-23-6')[2], extent(footprints.TPD4E1U06DBV));
    if (name === 'pico-hall') at_most(row('adapter SOT-223-6')[2], extent(footprints.TPS73733DCQ));
    assert.ok(row('pin socket')[2].includes('8.5 mm high')); // of which the Pico's height is
    for (const [what, text] of [['button', button], ['5 V socket', row('socket 5.5')[2]]]) {
      const { x, y } = compartment(name).find(({ what: one, where }) => one === what || (what === 'button' && where === 'in the frame' && one !== '5 V socket'));
      const [deep, wide] = what === 'button' ? [y, x] : [x, y], [most_wide, most_deep] = behind(text);
      assert.ok(most_wide <= wide[1] - wide[0] && most_deep <= wall + deep[1] - deep[0], `${name}: ${what}`);
      assert.match(text, /12 mm/);
    }
    const [plug_wide, plug_high] = numbers(row('USB cable')[2].match(/plug at most (.*)/)[1]), { wide, high } = openings(name).find(({ what }) => what === 'USB plug');
    assert.ok(plug_wide < wide && plug_high < high);
  }
});

const copper_rule = /one piece of copper/, pins_rule = /every pin has a hole/, own = /one thing in it/, fit = /pins fit/, over = /lies over/, edge = /over the edge/, at_screw = /screws and blocks/;
const room = /fits below/, iron = /iron is away/, near = /guards/;
const without = (layout, list, what) => { const at = layout[list].findIndex(one => String(one) === String(what)); assert.ok(at >= 0, what); layout[list].splice(at, 1); };

footprints.high = { ...footprints.CP, high: 20 };
footprints['terminal_3.5'] = { ...footprints.Conn_01x02, pins: { 1: [0, 0], 2: [0, 3.5] } };
/// [board, fault, rule that finds it, change]
const mutants = [
  ['pico-matrix', 'a strip between the sockets that was not cut', copper_rule, layout => without(layout, 'cuts', 'B9')],
  ['pico-matrix', 'a strip under a resistor that was not cut', copper_rule, layout => without(layout, 'cuts', 'Q19')],
  ['pico-matrix', 'a strip under an adapter that was not cut', copper_rule, layout => without(layout, 'cuts', 'N35')],
  ['pico-matrix', 'a cut one hole beside', copper_rule, layout => { layout.cuts[layout.cuts.indexOf('O27')] = 'O30'; }],
  ['pico-matrix', 'a cut in a pin', copper_rule, layout => layout.cuts.push('E13')],
  ['pico-matrix', 'a cut at a screw that was forgotten', at_screw, layout => without(layout, 'cuts', 'A3')],
  ['pico-matrix', 'a link that was forgotten', copper_rule, layout => without(layout, 'links', 'N26,F26')],
  ['pico-matrix', 'a link one strip beside', copper_rule, layout => { layout.links.find(([from]) => from === 'O24')[1] = 'J24'; }],
  ['pico-matrix', 'a link twice', copper_rule, layout => layout.links.push(['C14', 'H14'])],
  ['pico-matrix', 'a link in the hole of a pin', own, layout => { layout.links.find(([from]) => from === 'N26')[0] = 'N21'; }],
  ['pico-matrix', 'a link across a part', over, layout => { layout.links.find(([from]) => from === 'Q40').splice(0, 2, 'Q35', 'G36'); }],
  ['pico-matrix', 'a link askew', over, layout => { layout.links.find(([from]) => from === 'N26').splice(0, 2, 'N26', 'F27'); }],
  ['pico-matrix', 'the Pico turned', copper_rule, layout => { layout.parts.U1 = { ...layout.parts.U1, at: 'T13', turn: 180 }; }],
  ['pico-matrix', 'the Pico one hole farther', over, layout => { layout.parts.U1.at = 'A10'; }],
  ['pico-matrix', 'a diode turned', copper_rule, layout => { layout.parts.D3 = { ...layout.parts.D3, at: 'B45', turn: 180 }; }],
  ['pico-matrix', 'an array turned', copper_rule, layout => { layout.parts.D2 = { ...layout.parts.D2, at: 'N37', turn: 180 }; }],
  ['pico-matrix', 'a plug turned', copper_rule, layout => { layout.parts.J2 = { ...layout.parts.J2, at: 'M29', turn: 180 }; }],
  ['pico-matrix', 'a terminal turned', copper_rule, layout => { layout.parts.J6 = { ...layout.parts.J6, at: 'D49', turn: 180 }; }],
  ['pico-matrix', 'two plugs exchanged', copper_rule, layout => { [layout.parts.J2.at, layout.parts.J3.at] = [layout.parts.J3.at, layout.parts.J2.at]; }],
  ['pico-matrix', 'a terminal with another pitch', fit, layout => { layout.parts.J6.part = 'terminal_3.5'; }],
  ['pico-matrix', 'a resistor that was forgotten', pins_rule, layout => { delete layout.parts.R3; }],
  ['pico-matrix', 'a wire that was forgotten', pins_rule, layout => without(layout, 'wires', layout.wires[4])],
  ['pico-matrix', 'two wires exchanged', copper_rule, layout => { [layout.wires[2].hole, layout.wires[3].hole] = [layout.wires[3].hole, layout.wires[2].hole]; }],
  ['pico-matrix', 'a part over the edge', edge, layout => { layout.parts.J6.at = 'B61'; }],
  ['pico-matrix', 'a part on a screw', over, layout => { layout.parts.J6.at = 'B59'; }],
  ['pico-matrix', 'a jack over a resistor', over, layout => { layout.glued.J4.at = 'A24'; }],
  ['pico-matrix', 'a jack that stands out of the edge', edge, layout => { layout.glued.J4.turn = 180; }],
  ['pico-hall', 'a solder joint under a block', at_screw, layout => { layout.parts.J5.at = 'C3'; }],
  ['pico-matrix', 'an array far from its plug', near, layout => { layout.parts.D1.at = 'G50'; }],
  ['pico-hall', 'the leg 35 at ground', copper_rule, layout => { layout.links.at(-1)[1] = 'H17'; }],
  ['pico-hall', 'a strip cut at the wrong side of the multiplexers\' supply', copper_rule, layout => { layout.cuts[layout.cuts.indexOf('S20')] = 'S23'; }],
  ['pico-hall', 'a regulator turned', copper_rule, layout => { layout.parts.U6 = { ...layout.parts.U6, at: 'AB26', turn: 0 }; }],
  ['pico-hall', 'a capacitor under the copper of the regulator', over, layout => { layout.parts.C5.at = 'AD31'; }],
  ['pico-hall', 'two enables exchanged', copper_rule, layout => { const [one, other] = layout.wires.filter(({ hole }) => ['I4', 'J4'].includes(hole)); [one.hole, other.hole] = [other.hole, one.hole]; }],
  ['pico-hall', 'a multiplexer without ground', pins_rule, layout => without(layout, 'wires', layout.wires[1])],
  ['pico-hall-thin', 'a transistor turned', copper_rule, layout => { layout.parts.Q1 = { ...layout.parts.Q1, at: 'AC11', turn: 180 }; }],
  ['pico-hall-thin', 'a module turned', copper_rule, layout => { layout.parts.U6 = { ...layout.parts.U6, at: 'AF25', turn: 180 }; }],
  ['pico-hall-thin', 'an electrolytic turned', copper_rule, layout => { layout.parts.C6 = { ...layout.parts.C6, at: 'AE34', turn: 0 }; }],
  ['pico-hall-thin', 'a part that is too high', room, layout => { layout.parts.C5.part = 'high'; }],
  ['pico-hall-thin', 'a terminal near the sensors', iron, layout => { layout.parts.J7.at = 'AJ47'; }],
];
for (const [name, fault, rule, change] of mutants) {
  test(`${name}: ${fault} is found`, () => assert.match(broken(with_change(name, change), name), rule));
}

test('every rule on strip boards finds a fault', () => {
  const needed = new Set(mutants.map(([, , rule]) => rule));
  assert.deepEqual([copper_rule, pins_rule, own, fit, over, edge, at_screw, near, room, iron].filter(rule => !needed.has(rule)), []);
});

for (const name of names) {
  const unseen = all => assert.deepEqual(all.filter(([, change]) => broken(with_change(name, change), name) === '').map(([what]) => what), []);
  const layout = layouts[name];

  test(`${name}: any cut that is missing is found`, () => unseen(layout.cuts.map((cut, at) => [cut, one => one.cuts.splice(at, 1)])));

  test(`${name}: any link that is missing or ends a strip beside is found`, () => unseen(layout.links.flatMap((ends, at) => [
    [ends, one => one.links.splice(at, 1)],
    ...[0, 1].flatMap(end => [-1, 1].filter(by => strip_names[hole_at(ends[end]).strip + by]).map(by => [`${ends} ${end} ${by}`, one => { one.links[at][end] = moved(ends[end], by, 0); }])),
  ])));

  test(`${name}: any part a strip beside, or turned, is found`, () => unseen(Object.entries(layout.parts).flatMap(([ref, { at, turn = 0 }]) => [
    ...[-1, 1].filter(by => strip_names[hole_at(at).strip + by]).map(by => [`${ref} ${by}`, one => { one.parts[ref].at = moved(at, by, 0); }]),
    ...[90, 180, 270].map(by => [`${ref} turned by ${by}`, one => { one.parts[ref].turn = (turn + by) % 360; }]),
  ])));

  test(`${name}: any wire a strip beside is found`, () => {
    const { net_at } = copper(layout, netlists[name]);
    unseen(layout.wires.flatMap(({ hole }, at) => [-1, 1].map(by => [by, strip_names[hole_at(hole).strip + by] && moved(hole, by, 0)])
      .filter(([, beside]) => beside && net_at(hole_at(beside)) !== net_at(hole_at(hole))).map(([, beside]) => [hole, one => { one.wires[at].hole = beside; }])));
  });

  test(`${name}: a netlist in which two pins of a part on the strip board have changed places is found`, () => {
    const netlist = netlists[name], refs = Object.keys(layout.parts).filter(ref => ref !== 'U1');
    for (const ref of refs) {
      const [first, second] = ['1', '2'];
      if (netlist.net(ref, first) === netlist.net(ref, second)) continue;
      const other = changed(netlist, wires => wires.swap([ref, first], [ref, second]));
      assert.ok(strip_board_faults(layout, other, name).length > 0, ref);
    }
  });
}
