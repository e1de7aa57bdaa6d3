// The layers under a piece add up to the gap for which the thresholds were computed, everything has a place in the case, and
// the documents say so.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { boards, layers_of, magnet_count } from '../../tools/hardware/boards.mjs';
import { compartment, openings } from '../../tools/hardware/compartment.mjs';
import {
  bottom, bus_area, bus_drop_mv, bus_mm, carrier_mm, case_mm, cell_of, felt_and_glue, field, frame_mm, heights, inside, iron_apart, lead_hole, lever, lever_screw, lever_switch, outside, posts, posts_named,
  rails_of, rod_long, sensors, signal_wire, square, tape_mm, strip_board, tape_thick, tape_wide,
} from '../../tools/hardware/geometry.mjs';
import { netlist_of, root } from '../../tools/hardware/hardware.mjs';
import { package_mm } from '../../tools/hardware/layers.mjs';
import { parts } from '../../tools/hardware/parts.mjs';
import { screws } from '../../tools/hardware/screws.mjs';

const read = (name, file) => readFileSync(`${root}/${boards[name].folder}/${file}`, 'utf8');
const case_md = readFileSync(`${root}/firmware/boards/case.md`, 'utf8');
const flowed = text => text.replace(/\s+/g, ' ');
const listed = (name, what) => {
  const row = boards[name].more().find(([, part]) => part.startsWith(what));
  assert.ok(row, `${name} lists no ${what}`);
  return row[0];
};

for (const name of Object.keys(boards)) {
  const { layers, gap, within, top, spacer, sum_above } = layers_of(name), high = heights(name, layers_of(name));
  const sum = key => Number(layers.reduce((all, layer) => all + layer[key], 0).toFixed(3));
  const is_reed = within === null, mechanics = flowed(read(name, 'mechanics.md'));
  const has = (words, text = mechanics) => assert.ok(text.includes(words), words);

  test(`${name}: the layers do not add up to the gap`, () => {
    assert.equal(sum('mm'), gap);
    if (within !== null) assert.ok(sum('within') <= within);
    assert.ok(layers.every(({ mm }) => mm > 0));
    assert.equal(layers.slice(0, 2).reduce((all, { mm }) => all + mm, 0), felt_and_glue);
  });

  test(`${name}: mechanics.md has other layers`, () => {
    const text = read(name, 'mechanics.md');
    for (const { what, mm, within: plus } of layers) assert.ok(text.includes(`| ${what} | ${mm.toFixed(1)}${plus === null ? ' or more' : ` ± ${plus}`} |`), what);
  });

  if (!is_reed) test(`${name}: a spacer is not as long as the free height and the package`, () => {
    // From the magnet down to the carrier, by two ways.
    const carrier = felt_and_glue + top + spacer;
    assert.equal(Number((carrier - package_mm.whole + package_mm.element).toFixed(3)), gap);
    assert.equal(Number((high.carrier_at + felt_and_glue).toFixed(3)), Number(carrier.toFixed(3)));
    has(`${spacer.toFixed(1)} long`);
    has(`${sum_above.toFixed(1)} (${name === 'pico-hall' ? 'deep' : 'thin'})`);
    const [row] = boards[name].more().filter(([, part]) => part.startsWith('spacer of nylon'));
    assert.match(row[1], new RegExp(`${Math.floor(spacer)} mm long`));
    assert.match(row[4], new RegExp(`packing ${spacer.toFixed(1)}`));
  });

  if (is_reed) test(`${name}: a sleeve falls out of the carrier, or meets the bottom`, () => {
    const { carrier, carrier_at, within: carrier_within, sleeve, sleeve_top: [highest, lowest], floor, sleeve_end, lead_end, lead_out, upper_lead, glass } = high;
    assert.equal(highest, high.way[0] - felt_and_glue);
    assert.equal(high.way[0], gap, 'the way begins at the least gap');
    assert.ok(lowest < carrier_at - carrier_within, 'as low as it may be it ends above the carrier');
    assert.ok(highest + sleeve > carrier_at + carrier_within + carrier, 'as high as it may be it ends below the carrier');
    assert.ok(highest - upper_lead - top >= 2, 'the upper lead meets the top');
    assert.ok(floor - sleeve_end >= 10 && floor - lead_end >= 8, 'sleeve or lead meets the bottom');
    assert.ok(lead_out >= 2 && lead_out <= 5 && glass < sleeve, 'the lower lead cannot be reached');
    for (const words of [`its upper side ${carrier_at} ± ${carrier_within} below the upper side of the top`, `${high.post} long`, `${sleeve} long`,
      `**Way of adjustment**: ${high.way[0]} to ${high.way[1]} below the magnet`, `the lead ends ${(floor - lead_end).toFixed(1)} above the bottom`,
      `${glass + 2 * high.lead_below_glass} long with its leads, ${high.lead_below_glass} at each end`]) has(words);
    const lower_lead = [sleeve + 2 - glass, Math.floor(high.lead_below_glass + floor - lead_end - 3)];
    has(`lower lead is ${lower_lead.join(' to ')} long`);
    const [reed, maker, number, size] = parts.Reed.buy;
    assert.ok(size.includes(`${glass + 2 * high.lead_below_glass} mm with its leads`) && reed.includes(`glass ${glass} mm`));
    has(`${maker} ${number}: glass ${glass} long`);
    // What assembly.md says to measure, and where sleeves are at first.
    const assembly = flowed(read(name, 'assembly.md'));
    const added = felt_and_glue + carrier_at + carrier - sleeve;
    for (const words of [`Add ${added} mm`, `that is ${gap - added} mm of sleeve`, `lowest: ${high.way[1] - added} mm stand out of the carrier's lower side`,
      `is ${high.way[1]} mm below a magnet`]) has(words, assembly);
    has(`from ${gap - added} to ${high.way[1] - added} of the sleeve stand out`);
    const [, above, below] = assembly.match(/length above it at first: (\d+) mm, which is (\d+) mm below the upper side of the top/);
    assert.equal(carrier_at - above, Number(below));
    assert.ok(below > highest && below < lowest);
    assert.ok(listed(name, 'tube') * 1000 >= (64 + boards[name].spare.Reed[0]) * (sleeve + 1));
    assert.ok(500 >= posts.length * (high.post + 2), 'the rod for the pillars');
  });

  test(`${name}: something lies outside the case, in another thing, or under the field`, () => {
    const all = compartment(name);
    for (const { what, x, y, high: up } of all) {
      assert.ok(x[0] >= inside.x[0] && x[1] <= -(carrier_mm - field) / 2 && y[0] >= inside.y[0] && y[1] <= inside.y[1], `${what} is outside`);
      assert.ok(up <= high.floor - high.top - 2, `${what} is too high`);
    }
    const meet = (a, b) => ['x', 'y'].every(way => a[way][0] < b[way][1] && b[way][0] < a[way][1]);
    all.forEach((one, at) => all.slice(at + 1).forEach(other => {
      const carried = one.kind === 'board' && other.over;
      assert.ok(carried || !meet(one, other), `${one.what} and ${other.what}`);
    }));
    assert.equal(all.filter(({ what }) => /switch/.test(what)).length, 2);
    const wired = netlist_of(name).components.map(({ ref }) => ref).filter(ref => /^(J|SW|U)\d+$/.test(ref));
    assert.deepEqual(all.flatMap(({ refs }) => refs).sort(), wired.sort(), 'a plug, a switch or a module has no place');
    const pico = all.find(({ what }) => what === 'Pico');
    for (const at_frame of [pico, all.find(({ what }) => what === 'J4')]) assert.ok(at_frame.x[0] - inside.x[0] <= 0.5, 'a socket is not at the frame');
    assert.ok((carrier_mm - field) / 2 <= Math.min(-inside.y[0], inside.x[1] - field), 'the carrier is wider than the case');
  });

  test(`${name}: an opening leaves too little wood, or is not at its part`, () => {
    const all = openings(name), frame = high.frame;
    for (const { what, wide, high: tall, down, recess = 0, slot, side, at } of all) {
      const half = Math.max(tall, recess) / 2;
      assert.ok(down - half >= 3, `${what}: ${down - half} of wood above it`);
      assert.ok(slot || frame - down - half >= 3, `${what}: ${frame - down - half} of wood below it`);
      const [along, across] = side === 'left' ? ['y', 'x'] : ['x', 'y'], edge = side === 'Black' ? inside.y[1] : inside[across][0];
      const here = outside[along][0] + at;
      assert.ok(compartment(name).some(part => part[across].some(one => Math.abs(one - edge) <= 0.5) && part[along][0] <= here - wide / 4 && here + wide / 4 <= part[along][1]), `${what} leads to nothing`);
      for (const other of all) if (other !== all.find(one => one.what === what) && other.side === side) assert.ok(Math.abs(other.at - at) >= 12 + (wide + other.wide) / 2, `${what} and ${other.what}`);
    }
    assert.equal(all.length, 7);
    assert.equal(all.some(({ slot }) => slot), name === 'pico-hall-thin');
  });

  test(`${name}: iron lies too near to a sensor`, () => {
    const nearest = ({ x, y }) => Math.min(...sensors(name).map(([at_x, at_y]) => {
      const off = ([from, to], at) => Math.max(from - at, 0, at - to);
      return Math.hypot(off(x, at_x), off(y, at_y));
    }));
    for (const part of compartment(name).filter(({ iron }) => iron)) assert.ok(nearest(part) >= iron_apart, `${part.what}: ${nearest(part)}`);
    assert.ok(compartment(name).filter(({ iron }) => iron).length >= 8);
  });

  test(`${name}: rails, holes and spacers meet`, () => {
    const rails = rails_of(name);
    assert.equal(rails.length, is_reed ? 0 : 2 * new Set(cell_of(name).map(({ y }) => y)).size);
    const strips = [-square, 0, square].flatMap(rank => rails.map(({ y }) => y + rank)).sort((a, b) => a - b);
    for (const [at, y] of strips.slice(1).entries()) assert.ok(y - strips[at] >= tape_wide + 4, 'two rails touch');
    for (const { hole: [, y] } of cell_of(name)) for (const strip of strips) assert.ok(Math.abs(y - strip) >= (tape_wide + lead_hole.diameter) / 2 + 0.5, 'a hole goes through a rail');
    for (const strip of strips) assert.ok(Math.abs(Math.abs(strip) - square / 2) >= tape_wide / 2 + 3, 'a spacer stands on a rail');
    if (!is_reed) {
      assert.ok(listed(name, 'copper tape') * 1000 > tape_mm(name) * 1.2);
      assert.ok(signal_wire(name) <= 500);
      has('at most 500 of wire');
      if (name === 'pico-hall-thin') has(`free band of ${2 * (Math.min(...rails.map(({ y }) => Math.abs(y))) - tape_wide / 2)} in the middle of the rank`);
      has(`A hole of ${lead_hole.diameter} for each sensor, ${lead_hole.from_sensor} from its middle`);
    }
  });

  test(`${name}: the case has other sizes in the documents and the list of parts`, () => {
    has(`${case_mm.join(' × ')} × ${high.outside}`);
    has(`frame ${high.frame} high`);
    assert.match(boards[name].more().find(([, part]) => part.startsWith('wood for the frame'))[1], new RegExp(`${high.frame} × 12 mm`));
    assert.ok(listed(name, 'wood for the frame') * 1000 >= frame_mm);
    for (const row of boards[name].more().filter(([, part]) => part.startsWith('plywood'))) assert.equal(row[2], `${case_mm.join(' × ')} mm`);
    assert.equal(high.outside, top + high.frame + bottom);
    for (const words of posts_named) has(words, flowed(case_md));
    assert.equal(listed(name, 'magnet, disc'), magnet_count);
    if (!is_reed) assert.equal(posts.length, listed(name, 'spacer of nylon'));
  });

  test(`${name}: a screw is longer than what it goes through and into, or does not hold`, () => {
    const all = screws(name, layers_of(name)), bought = new Map();
    for (const { holds, count, of, size, long, through, into: [what, deep] } of all) {
      const bite = long - through;
      assert.ok(bite <= deep - 0.5, `${holds}: ${size} × ${long} comes out of the ${what} of ${deep}`);
      assert.ok(bite >= 2.5, `${holds}: ${size} × ${long} has ${bite} in the ${what}`);
      bought.set(`screw of ${of}, ${size} × ${long}`, (bought.get(`screw of ${of}, ${size} × ${long}`) ?? 0) + count);
    }
    for (const [what, count] of bought) assert.equal(listed(name, what), count, what);
    assert.equal(boards[name].more().filter(([, part]) => /^screw of (brass|nylon), M?[\d.]+ × \d+$/.test(part)).length, bought.size);
  });
}

test('reeds are too few when as many are bad as the documents expect', () => {
  const [, bad] = flowed(read('pico-matrix', 'assembly.md')).match(/of 100 perhaps (\d+)/);
  const bought = 64 + boards['pico-matrix'].spare.Reed[0], good = 1 - bad / 100;
  let enough = 0, chance = good ** bought; // of all, then of one fewer, …
  for (let bad_ones = 0; bought - bad_ones >= 64; ++bad_ones) {
    enough += chance;
    chance *= (bought - bad_ones) / (bad_ones + 1) * (1 - good) / good;
  }
  assert.ok(enough > 0.98 && enough < 1, `${enough}`);
});

for (const name of ['pico-hall', 'pico-hall-thin']) test(`${name}: the wires that join the rails are too thin or too short`, () => {
  const drop = bus_drop_mv(name, 10), text = flowed(read(name, 'mechanics.md'));
  assert.ok(drop < 20 && drop > 2, `${drop}`);
  const [, deep, thin] = text.match(/it is (\d+) mV at most on the deep board, (\d+) on the thin one/);
  assert.equal(Math.round(drop), Number(name === 'pico-hall' ? deep : thin));
  assert.ok(text.includes(`${bus_area['pico-hall']} mm² (thin: ${bus_area['pico-hall-thin']} mm²)`));
  assert.ok(text.includes(`tape ${tape_thick} thick`));
  assert.ok(listed(name, `stranded wire ${bus_area[name]} mm²`) * 1000 > bus_mm * 1.5);
});

test('the lever does not reach its switches, or meets the top', () => {
  const { swing, gap, below_top } = lever_screw(), { holes_at, clicks, free, within } = lever_switch;
  assert.equal(gap - lever.stop, lever.ends_move);
  assert.ok(gap - swing >= lever.nut + 0.2, 'the lower nut meets the top');
  assert.ok(holes_at - free >= 0.3, "the switch's own lever meets the top");
  assert.ok(below_top + swing > holes_at - clicks, 'the switch of the pressed side does not click');
  assert.ok(below_top - swing < holes_at - clicks - within - 0.8, 'the switch of the other side stays closed');
  assert.ok(lever.cheek >= lever.pivot + lever.rod / 2 + 3);
  for (const name of Object.keys(boards)) {
    const free_length = lever.nut + gap + layers_of(name).top + below_top;
    assert.ok(lever.screw >= lever.nut + lever.high + gap + layers_of(name).top + below_top + within + 1, 'the screw is too short');
    assert.ok(free_length < lever.screw);
  }
  const text = flowed(case_md);
  for (const words of [`${lever.wide} wide and ${lever.high} high`, `middle of the rod is ${lever.pivot} above the top**, so the level bar is ${gap} above it`, `${lever.cheek} high`,
    `cut to ${lever.screw}`, `about ${Math.round(below_top)} below the lower side of the top`, `with ${gap + 4 + Math.round(below_top)} of it below the bar (${gap + 3 + Math.round(below_top)} where the top is 3)`, `felt of ${lever.stop} on the top`, `two holes ${holes_at} below the top`,
    `${lever_switch.block.long} long, ${lever_switch.block.wide} wide and ${lever_switch.block.high} high`]) assert.ok(text.includes(words), words);
});

test("the lever's screw does not meet the switch's own lever near its free end", () => {
  const { free_end, met, long, block } = lever_switch, sloppy = 1; // as switches and holes are placed by hand
  assert.ok(met + lever.thread / 2 + sloppy <= free_end, 'it may slip off');
  assert.ok(met - lever.thread / 2 - sloppy > 0, 'it may press above the button');
  for (const name of Object.keys(boards)) for (const [side, of] of [[-1, 'White'], [1, 'Black']]) {
    const [a_switch, its_block] = ['switch', 'block'].map(what => compartment(name).find(part => part.what === `${of}'s ${what}`));
    const middle = (a_switch.y[0] + a_switch.y[1]) / 2, screw = lever.y + side * lever.screws;
    assert.equal((middle - screw) * side, met, 'the free end is not to the pivot');
    assert.ok(a_switch.x[0] < lever.x && lever.x < a_switch.x[1] && its_block.y[0] <= a_switch.y[0] && a_switch.y[1] <= its_block.y[1]);
    assert.ok(its_block.x[0] >= lever.x + 3, 'the block covers the hole');
  }
  assert.ok(long <= block.long);
  for (const words of [`middle is ${met} farther from the pivot than the hole`, `${(free_end - met).toFixed(1)} from the free end`, `that end is ${free_end} from the middle`]) assert.ok(flowed(case_md).includes(words), words);
});

test("the pivot's rod is shorter than bar and cheeks", () => {
  for (const name of Object.keys(boards)) assert.ok(parseFloat(boards[name].more().find(([, what]) => what.startsWith('brass rod'))[2]) >= rod_long);
  for (const words of [`cut to ${rod_long}, through`, `${lever.cheek_thick} thick`]) assert.ok(flowed(case_md).includes(words), words);
});

test('case.md has other sizes', () => {
  const text = flowed(case_md);
  for (const words of [`${case_mm.join(' × ')}`, `${case_mm[1]} long`, `${inside.y[1] - inside.y[0]} long`, `${iron_apart} of the middle of a sensor`, `${lever.length} long`,
    `${strip_board.block_long} × ${strip_board.block_wide} and ${strip_board.block} high`, `${lever.screws} to both sides of the pivot`, `${lever.ends_move} up and ${lever.ends_move} down`]) assert.ok(text.includes(words), words);
});

test("the gaps are not those of the firmware's README", () => {
  const readme = readFileSync(`${root}/firmware/README.md`, 'utf8');
  const [, deep, thin] = readme.match(/\| gap \| (\d+) mm ± 0.5 \| (\d+) mm ± 0.5 \|/);
  assert.deepEqual(['pico-hall', 'pico-hall-thin'].map(name => layers_of(name).gap), [Number(deep), Number(thin)]);
  const [, reed] = readme.match(/must\s+stay (\d+) mm below the magnet/);
  assert.equal(layers_of('pico-matrix').gap, Number(reed));
  assert.match(flowed(readme), new RegExp(`${package_mm.element} mm inside its package`));
  assert.match(readme, new RegExp(`\\| 64, and ${boards['pico-matrix'].spare.Reed[0]} to replace \\|`));
});
