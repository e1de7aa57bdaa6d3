// A strip board as a picture, from both sides, and as tables.

import { strip_board } from './geometry.mjs';
import { parts } from './parts.mjs';
import { edge, hole_at, hole_name, holes, mm_of, parts_on, pitch, screws, strip_names, strips } from './strip_board.mjs';
import { copper } from './strip_board_rules.mjs';

const cell = 20, scale = cell / pitch; // pixels
const n = value => Number(value.toFixed(1));
const escaped = text => String(text).replace(/[&<>]/g, letter => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[letter]);
const text = (x, y, words, { anchor = 'start', kind = '', fill = '' } = {}) =>
  `<text x="${n(x)}" y="${n(y)}"${anchor === 'start' ? '' : ` text-anchor="${anchor}"`}${kind ? ` class="${kind}"` : ''}${fill ? ` style="fill:${fill}"` : ''}>${escaped(words)}</text>`;
const circle = (x, y, radius, kind, fill = '') => `<circle class="${kind}" cx="${n(x)}" cy="${n(y)}" r="${n(radius)}"${fill ? ` style="fill:${fill}"` : ''}/>`;
const rect = (x, y, wide, high, kind, fill = '') => `<rect class="${kind}" x="${n(x)}" y="${n(y)}" width="${n(wide)}" height="${n(high)}"${fill ? ` style="fill:${fill}"` : ''}/>`;
const cross = (x, y, by, kind) => `<path class="${kind}" d="M${n(x - by)} ${n(y - by)}L${n(x + by)} ${n(y + by)}M${n(x - by)} ${n(y + by)}L${n(x + by)} ${n(y - by)}"/>`;

const style = `
  text{font:11px sans-serif;fill:#222} .title{font-size:20px;font-weight:bold} .head{font-size:15px;font-weight:bold} .ref{font-size:10px;font-weight:bold} .long{font-size:9px}
  .pin{font-size:8px} .tiny{font-size:7px} .mark{font-size:9px;font-weight:bold;fill:#fff} .net{font-size:8.5px;paint-order:stroke;stroke:#fff;stroke-width:3px}
  .side{font-size:13px;font-weight:bold;fill:#0b4f9c} .paper{fill:#fff;stroke:#bbb} .board{fill:#f3ead2;stroke:#333} .behind{fill:#eadfc0} .hole{fill:#fff;stroke:#b9a97c;stroke-width:.7}
  .bare{fill:#d8b884} .cut{stroke:#d00000;stroke-width:2.6;fill:none} .far{stroke:#c77;stroke-width:1.2;fill:none} .part{fill:#fff;stroke:#333;fill-opacity:.93} .pico{fill:#bfe3c8;stroke:#333;fill-opacity:.55}
  .metal{fill:#c9c9c9;stroke:#333} .joint{fill:#333;stroke:#fff;stroke-width:.6} .end{stroke:#fff;stroke-width:.6} .screw{fill:#d9c35c;stroke:#333} .lead{stroke:#777;stroke-width:2;fill:none} .bar{fill:#333}`;

const colours = ['#0b4f9c', '#b35900', '#00785a', '#8e24aa', '#a0522d', '#00838f', '#5d6d00', '#c2185b', '#3949ab', '#6d4c41'];
const fixed = { GND: '#222', '3V3': '#e65100', VSYS: '#b00020', SENSOR_3V3: '#d81b60', SUPPLY_5V: '#b00020', SECOND_5V: '#ad1457' };
const colour_of = net => fixed[net] ?? colours[[...net].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 9973, 7) % colours.length];
const is_open = net => net.startsWith('unconnected');
const shown = net => (is_open(net) ? 'open' : net);

/// Labels of nets, each on a stretch of its strip where nothing else is.
function net_labels(pieces, taken, at_x, at_y) {
  let svg = '';
  for (const [, { strip, from, to, net }] of pieces) {
    if (!net || is_open(net)) continue;
    const need = Math.ceil((net.length * 5.2 + 8) / cell);
    let last = -100;
    for (let start = from; start + need - 1 <= to; ++start) {
      const run = Array.from({ length: need }, (_, by) => start + by);
      if (start < last + 16 || run.some(hole => taken.has(`${strip} ${hole}`))) continue;
      const middle = (at_x(start) + at_x(start + need - 1)) / 2;
      svg += text(middle, at_y(strip) + 3, net, { anchor: 'middle', kind: 'net', fill: colour_of(net) });
      last = start + need;
    }
  }
  return svg;
}

/// Stretches of strip between cuts.
function stretches(layout, net_at) {
  const cut = new Set([...layout.cuts, ...screws]), found = [];
  for (let strip = 0; strip < strips; ++strip) for (let hole = 1, from = 1; hole <= holes + 1; ++hole) {
    if (hole <= holes && !cut.has(hole_name({ strip, hole }))) continue;
    if (hole > from) found.push([`${strip} ${from}`, { strip, from, to: hole - 1, net: net_at({ strip, hole: from }) }]);
    from = hole + 1;
  }
  return found;
}

const legs = parts.RaspberryPi_Pico.pins;

function frame_of(ox, oy, at_x, mirrored) {
  const right = ox + (holes - 1) * cell, low = oy + (strips - 1) * cell, mx = edge.x * scale, my = edge.y * scale;
  let svg = rect(ox - mx, oy - my, strip_board.long * scale, strip_board.wide * scale, 'board');
  const [left_side, right_side] = mirrored ? ["White's side", "Black's side"] : ["Black's side", "White's side"];
  const middle = (oy + low) / 2;
  svg += text((ox + right) / 2, oy - my - 24, 'USB end: to the opening in the left side of the case', { anchor: 'middle', kind: 'side' });
  svg += text((ox + right) / 2, low + my + 36, 'to file a', { anchor: 'middle', kind: 'side' });
  svg += `<text class="side" text-anchor="middle" transform="translate(${n(ox - mx - 100)} ${n(middle)}) rotate(-90)">to ${escaped(left_side)}</text>`;
  svg += `<text class="side" text-anchor="middle" transform="translate(${n(right + mx + 100)} ${n(middle)}) rotate(90)">to ${escaped(right_side)}</text>`;
  for (let hole = 1; hole <= holes; ++hole) if (hole === 1 || hole % 5 === 0) for (const y of [oy - my - 6, low + my + 14]) svg += text(at_x(hole), y, hole, { anchor: 'middle', kind: 'pin' });
  const leg = (strip, number) => (strip < 20 ? `${number} ${legs[number].name}` : '');
  for (let strip = 0; strip < strips; ++strip) {
    const y = oy + strip * cell + 4, first = leg(strip, strip + 1), second = leg(strip, 40 - strip);
    const [left, at_right] = mirrored ? [second, first] : [first, second];
    svg += text(ox - mx - 8, y, strip_names[strip], { anchor: 'end', kind: 'ref' }) + text(ox - mx - 30, y, left, { anchor: 'end', kind: 'pin' });
    svg += text(right + mx + 8, y, strip_names[strip], { kind: 'ref' }) + text(right + mx + 30, y, at_right, { kind: 'pin' });
  }
  return svg;
}

function part_svg({ ref, part, value, turn, body, pins }, to_x, to_y) {
  const x = to_x(body.x[0]), y = to_y(body.y[0]), wide = (body.x[1] - body.x[0]) * scale, high = (body.y[1] - body.y[0]) * scale;
  const points = pins.map(pin => [...mm_of(pin).map((one, axis) => (axis ? to_y : to_x)(one)), pin.pin]), upright = turn % 180 === 90;
  const middle = [x + wide / 2, y + high / 2], joints = points.map(([px, py]) => circle(px, py, 3.4, 'joint')).join('');
  const label = (px, py, words, anchor = 'middle') => text(px, py, words, { anchor, kind: words.length > 7 ? 'ref long' : 'ref' });
  const standing = words => `<text class="ref${words.length > 7 ? ' long' : ''}" text-anchor="middle" transform="translate(${n(middle[0] + 3.5)} ${n(middle[1])}) rotate(-90)">${escaped(words)}</text>`;
  if (part === 'RaspberryPi_Pico') return rect(x, y + 1.3 * scale, wide, high - 1.3 * scale, 'pico') + rect(middle[0] - 4 * scale, y, 8 * scale, 5 * scale, 'metal')
    + text(middle[0], y + 26, 'USB', { anchor: 'middle', kind: 'ref' }) + joints + points.map(([px, py, pin], at) => text(px + (at < 20 ? 6 : -6), py + 3, pin, { anchor: at < 20 ? 'start' : 'end', kind: 'pin' })).join('');
  if (points.length === 2 && ['R', '1N5819'].includes(part)) {
    const ring = part === '1N5819' ? rect(x + 3, y, 5, high, 'bar') : '', words = part === 'R' ? `${ref} ${value}` : ref;
    return `<path class="lead" d="M${n(points[0][0])} ${n(points[0][1])}L${n(points[1][0])} ${n(points[1][1])}"/>` + rect(x, y, wide, high, 'part') + ring + joints + (upright ? standing(words) : label(...[middle[0] + (ring ? 4 : 0), middle[1] + 3.5], words));
  }
  const inner = points.length === 6; // two rows
  const digits = points.map(([px, py, pin]) => {
    const to_right = inner ? px < middle[0] : !['Conn_01x03', 'Conn_01x02'].includes(part);
    return text(px + (to_right ? 6 : -6), py + 3, pin, { anchor: to_right ? 'start' : 'end', kind: 'pin' });
  }).join('');
  const box = part === 'CP' ? circle(...middle, wide / 2, 'part') : rect(x, y, wide, high, 'part');
  if (part === 'Header_01x03') return box + joints + points.map(([px, py, pin]) => text(px + 13, py + 3, pin, { kind: 'pin' })).join('') + label(middle[0], y - 2, ref);
  if (part === 'C') return box + joints + standing(ref) ;
  if (part === 'CP') return box + joints + label(points[0][0] - 8, points[0][1] + 3, '+', 'end') + label(middle[0] + 16, middle[1] + 3, ref);
  if (part === '2N7000') return `<path class="part" d="M${n(x)} ${n(y)}L${n(x)} ${n(y + high)}C${n(x + wide * 1.3)} ${n(y + high)} ${n(x + wide * 1.3)} ${n(y)} ${n(x)} ${n(y)}Z"/>` + joints + label(x - 4, middle[1] + 3.5, ref, 'end');
  if (['Conn_01x03', 'Conn_01x02'].includes(part)) return box + joints + digits + label(points[0][0] + 7, middle[1] + (part === 'Conn_01x02' ? 3.5 : 13), ref, 'start') + rect(points[0][0] - 5, points[0][1] - 5, 10, 10, 'lead');
  const words = { TPS73733DCQ: 'adapter and copper', AudioJack3: 'glued on, pins up' }[part];
  const more = words ? text(middle[0], y + 16, words, { anchor: 'middle', kind: 'pin' }) : '';
  return box + joints + digits + more + label(middle[0] + (part === 'D24V22F3' ? 30 : 0), middle[1] + 3.5, ref);
}

const free_of = (layout, netlist, mirrored) => {
  const taken = new Set(), { pins } = copper(layout, netlist);
  const take = ({ strip, hole }) => taken.add(`${strip} ${hole}`);
  for (const pin of pins) take(pin);
  for (const name of [...layout.cuts, ...screws]) take(hole_at(name));
  for (const screw of screws) { const { strip, hole } = hole_at(screw); for (const up of [-1, 0, 1]) for (const by of [-1, 0, 1]) take({ strip: strip + up, hole: hole + by }); }
  for (const [from, to] of layout.links.map(ends => ends.map(hole_at))) {
    if (mirrored) { take(from); take(to); continue; }
    for (let strip = Math.min(from.strip, to.strip); strip <= Math.max(from.strip, to.strip); ++strip) for (let hole = Math.min(from.hole, to.hole); hole <= Math.max(from.hole, to.hole); ++hole) take({ strip, hole });
  }
  if (!mirrored) for (const { body, part } of parts_on(layout)) {
    const aside = part === '2N7000' ? 1 : 0;
    for (let strip = Math.floor(body.y[0] / pitch); strip <= Math.ceil(body.y[1] / pitch); ++strip) for (let hole = Math.floor(body.x[0] / pitch) + 1 - aside; hole <= Math.ceil(body.x[1] / pitch) + 1; ++hole) take({ strip, hole });
  }
  return taken;
};

export const numbered_wires = layout => layout.wires.map((wire, at) => ({ ...wire, number: at + 1 }));
const told_wire = (netlist, { ref, pin, to }) => {
  if (!ref) return to;
  const name = netlist.nets.flatMap(({ nodes }) => nodes).find(node => node.ref === ref && node.pin === pin).function;
  return ref === 'J4' ? `jack J4, ${name}` : `multiplexer ${ref}, ${{ COM: 'SIG', '~E': 'EN' }[name] ?? name}`;
};

export function strip_board_picture(name, layout, netlist) {
  const ox = 190, oy = 150, below = oy + strips * cell + 200;
  const { pins, net_at } = copper(layout, netlist), all = stretches(layout, net_at), wires = numbered_wires(layout);
  const y_of = top => strip => top + strip * cell;
  const front_x = hole => ox + (hole - 1) * cell, back_x = hole => ox + (holes - hole) * cell, front_y = y_of(oy), back_y = y_of(below);
  const link_line = ([from, to], at_x, at_y, net, extra) => {
    const [a, b] = [from, to].map(hole_at), x = [at_x(a.hole), at_x(b.hole)], y = [at_y(a.strip), at_y(b.strip)], colour = colour_of(net);
    return `<path style="stroke:${colour};stroke-width:${extra ? 6 : 3.5};fill:none" d="M${n(x[0])} ${n(y[0])}L${n(x[1])} ${n(y[1])}"/>` + circle(x[0], y[0], 4.4, 'end', colour) + circle(x[1], y[1], 4.4, 'end', colour);
  };
  const every_hole = (at_x, at_y) => Array.from({ length: strips * holes }, (_, at) => circle(at_x(1 + at % holes), at_y(Math.floor(at / holes)), 2, 'hole')).join('');
  const screw = (at_x, at_y, radius) => screws.map(at => { const { strip, hole } = hole_at(at); return circle(at_x(hole), at_y(strip), radius * scale, 'screw') + text(at_x(hole), at_y(strip) + 3, 'screw', { anchor: 'middle', kind: 'pin' }); }).join('');

  let front = frame_of(ox, oy, front_x, false);
  front += all.map(([, { strip, from, to }]) => rect(front_x(from) - 7, front_y(strip) - 7, (to - from) * cell + 14, 14, 'behind')).join('') + every_hole(front_x, front_y);
  front += layout.cuts.map(at => { const { strip, hole } = hole_at(at); return cross(front_x(hole), front_y(strip), 4.5, 'far'); }).join('') + screw(front_x, front_y, 3);
  const values = ref => netlist.component(ref).value;
  const draw = one => part_svg({ ...one, value: values(one.ref) }, x => ox + x * scale, y => oy + y * scale);
  const [pico, rest] = [parts_on(layout).filter(({ links_below }) => links_below), parts_on(layout).filter(({ links_below }) => !links_below)];
  front += pico.map(draw).join('') + rest.map(draw).join('') + layout.links.map(ends => link_line(ends, front_x, front_y, net_at(hole_at(ends[0])), layout.thick?.includes(ends[0]))).join('');
  front += wires.map(({ hole, number }) => { const at = hole_at(hole); return circle(front_x(at.hole), front_y(at.strip), 7.5, 'end', colour_of(net_at(at))) + text(front_x(at.hole), front_y(at.strip) + 3.2, number, { anchor: 'middle', kind: 'mark' }); }).join('');
  front += net_labels(all, free_of(layout, netlist, false), front_x, front_y);

  let back = frame_of(ox, below, back_x, true);
  back += all.map(([, { strip, from, to, net }]) => {
    const x = back_x(to) - 8, wide = (to - from) * cell + 16;
    return rect(x, back_y(strip) - 7.5, wide, 15, 'bare') + (net ? `<g opacity="0.28">${rect(x, back_y(strip) - 7.5, wide, 15, '', colour_of(net))}</g>` : '');
  }).join('') + every_hole(back_x, back_y) + screw(back_x, back_y, 1.6);
  back += layout.cuts.map(at => { const { strip, hole } = hole_at(at); return cross(back_x(hole), back_y(strip), 6.5, 'cut'); }).join('');
  back += pins.map(({ strip, hole, ref, pin, wire }) => {
    const words = wire ? `W${wires.find(one => one.hole === wire.hole).number}` : ref === 'U1' ? pin : `${ref}.${pin}`;
    return circle(back_x(hole), back_y(strip), 3, 'joint') + text(back_x(hole), back_y(strip) + (words.length > 4 && pins.some(other => other.strip === strip && other.hole === hole + 1) ? -4.5 : 9.5), words, { anchor: 'middle', kind: 'tiny' });
  }).join('');
  back += layout.links.flatMap(ends => ends.map(hole_at)).map(at => circle(back_x(at.hole), back_y(at.strip), 4.2, 'end', colour_of(net_at(at)))).join('');
  back += net_labels(all, free_of(layout, netlist, true), back_x, back_y);

  const legend_x = ox + holes * cell + 150, line_y = at => oy + 10 + 15 * at;
  const head = ['Wires that leave the board (numbers in circles):', ...wires.map(wire => `${wire.number}   ${wire.hole}   ${shown(net_at(hole_at(wire.hole)))}  →  ${told_wire(netlist, wire)}`), '',
    'Thick lines: links of insulated wire, on this side, coloured by net.', ...layout.thick ? ['The thickest: wire of 0.75 mm².'] : [], 'Small crosses: cuts, on the other side.', 'Square around a pin of a plug: its pin 1.', 'Legs of the Pico stand beside the strips.'];
  const hints = [`${layout.cuts.length} cuts, red crosses: drill the hole out`, 'by hand until no copper is left around it.', 'Coloured: strips in use. Dots with a name: pins.', 'A number alone: a leg of the Pico, a W before it: a wire.', 'Coloured dots without a name: ends of links.', 'Parts and holes are listed in the file of the same name that ends in .md.'];
  const width = legend_x + 420, height = below + strips * cell + 70;
  const svg = text(24, 36, `${name}: strip board`, { kind: 'title' }) + text(24, 56, 'Drawn by tools/hardware from the layout that its test holds against the netlist. No board has been built from it yet.')
    + text(24, 86, 'From the side of the PARTS (from below, in the case)', { kind: 'head' }) + front + text(24, below - 76, 'From the side of the COPPER (from above, in the case), left and right exchanged', { kind: 'head' }) + back
    + head.map((words, at) => text(legend_x, line_y(at), words, { kind: at === 0 ? 'ref' : '' })).join('') + hints.map((words, at) => text(legend_x, below + 10 + 15 * at, words)).join('');
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">
<style>${style}</style>
${rect(0, 0, width, height, 'paper')}
${svg.replace(/(<(?:text|rect|path|circle|g)\b)/g, '\n$1').trim()}
</svg>
`;
}

const order = (a, b) => hole_at(a).strip - hole_at(b).strip || hole_at(a).hole - hole_at(b).hole;
/// Words in lines that end before column 118.
function flowed(words, between = ', ') {
  const rows = [''];
  words.forEach((word, at) => {
    const next = word + (at < words.length - 1 ? between.trimEnd() : '');
    if (rows.at(-1).length + next.length + 1 > 118) rows.push('');
    rows[rows.length - 1] += (rows.at(-1) ? ' ' : '') + next;
  });
  return rows.join('\n');
}
const table = (columns, rows) => [columns, columns.map(() => '---'), ...rows].map(row => `| ${row.join(' | ')} |`).join('\n');

/// The layout in words: cuts, links, what is joined then, parts, wires.
export function strip_board_tables(name, layout, netlist) {
  const { pins, pieces, net_at } = copper(layout, netlist), per_strip = new Map();
  for (const at of [...layout.cuts].sort(order)) { const { strip } = hole_at(at); per_strip.set(strip, [...per_strip.get(strip) ?? [], at]); }
  const function_of = ({ ref, pin }) => netlist.nets.flatMap(({ nodes }) => nodes).find(node => node.ref === ref && node.pin === pin)?.function ?? '';
  const length = ends => { const [a, b] = ends.map(hole_at).map(mm_of); return Math.round(Math.hypot(a[0] - b[0], a[1] - b[1])); };
  const holes_of = new Map();
  for (const { nets, pins: on } of pieces.values()) holes_of.set([...nets][0], on.map(hole_name).sort(order));
  for (const end of layout.links.flat()) holes_of.get(net_at(hole_at(end)))?.push(end);
  const joined = [...holes_of].filter(([, all]) => all.length > 1);
  const alone = [...holes_of].filter(([, all]) => all.length === 1).flatMap(([, all]) => all);
  const rows_of_parts = Object.keys(layout.parts).filter(ref => ref !== 'U1').sort((a, b) => a.localeCompare(b, 'en', { numeric: true })).flatMap(ref =>
    pins.filter(pin => pin.ref === ref && !pin.wire).map(pin => [`${ref} ${netlist.component(ref).value.replace(/^(Lever|.*buttons|Serial line|Second supply.*|5 V.*)$/, '')}`.trim(), [pin.pin, function_of(pin)].filter(Boolean).join(' '), hole_name(pin), shown(pin.net)]));
  const text_of_links = layout.links.map(ends => [...ends, shown(net_at(hole_at(ends[0]))), length(ends), layout.last?.includes(ends[0]) ? 'last, see assembly.md' : layout.thick?.includes(ends[0]) ? '0.75 mm²' : '']);
  return `# ${name}: strip board, in tables

Written by \`tools/hardware\`, from the layout that its test holds against the netlist: change it there. No board has
been built from this yet. Picture: [${name}-strip-board.svg](${name}-strip-board.svg). The steps are in
[assembly.md](assembly.md#2-the-strip-board).

A strip has a letter, A at the USB end; a hole has a number, 1 at Black's side. The board has at least ${strips} strips of
${holes} holes: on one that has more, the rest stays free at the other end.

## Cuts

${layout.cuts.length} holes, in each of which the strip is cut:

${[...per_strip.values()].map(all => flowed(all)).join('; ').replace(/(.{1,116})(?:\s|$)/g, '$1\n').trim()}

Holes for the screws, 3 mm: ${screws.join(', ')}.

## Links

Straight, of insulated wire, on the side of the parts; ends stripped 4 mm longer on each side.

${table(['from', 'to', 'net', 'mm', ''], text_of_links)}

${layout.solder ? `Solder laid thick onto the copper, for up to 2.6 A: ${layout.solder.join(', ')}.

` : ''}## What is joined then

With cuts and links made and no part on the board: all holes of a row are joined, and no row is joined to another${(layout.last ?? []).map(from => `\n(until the link from ${from} comes, last of all, ${from} and the leg of its strip are apart from their row)`).join('')}.

${joined.map(([net, all]) => flowed([`- **${shown(net)}**:`, ...new Set(all)], ' ').replace(/\n/g, '\n  ')).join('\n')}

Joined to nothing: ${flowed(alone.sort(order), ' ').replace(/\n/g, '\n')}.

## Parts

Legs 1 to 20 of the Pico (U1) are in A6 to T6, legs 40 to 21 in A13 to T13, on two sockets.

${table(['part', 'pin', 'hole', 'net'], rows_of_parts)}

## Wires that leave the board

${table(['number', 'hole', 'net', 'to'], numbered_wires(layout).map(wire => [wire.number, wire.hole, shown(net_at(hole_at(wire.hole))), told_wire(netlist, wire)]))}
`;
}
