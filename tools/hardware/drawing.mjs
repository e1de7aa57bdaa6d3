// A wiring picture, drawn from a netlist alone: blocks with their pins, small parts between their nets, and the
// squares as seen from above.

import { parts } from './parts.mjs';

const escaped = text => String(text).replace(/[&<>]/g, letter => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[letter]);
const text = (x, y, words, { anchor = 'start', kind = '' } = {}) =>
  `<text x="${x}" y="${y}"${anchor === 'start' ? '' : ` text-anchor="${anchor}"`}${kind ? ` class="${kind}"` : ''}>${escaped(words)}</text>`;
const line = (x1, y1, x2, y2, kind = 'wire') => `<path class="${kind}" d="M${x1} ${y1}L${x2} ${y2}"/>`;
const box = (x, y, width, height, kind = 'part') => `<rect class="${kind}" x="${x}" y="${y}" width="${width}" height="${height}" rx="3"/>`;

const style = `
  text{font:11px sans-serif;fill:#222} .title{font-size:20px;font-weight:bold} .head{font-size:14px;font-weight:bold}
  .net{font-weight:bold;fill:#0b4f9c} .supply{font-weight:bold;fill:#b00020} .ground{font-weight:bold;fill:#444}
  .small{font-size:9px;fill:#555} .narrow{font-size:9px} .ref{font-weight:bold;font-size:10.5px}
  .paper{fill:#fff;stroke:#bbb} .part{fill:#f4f1e6;stroke:#333} .light{fill:#fff;stroke:#999} .dark{fill:#ece7da;stroke:#999}
  .wire{fill:none;stroke:#333;stroke-width:1.2} .rank{fill:none;stroke:#b35900;stroke-width:2} .file{fill:none;stroke:#0b4f9c;stroke-width:2}
  .solid{fill:#333;stroke:#333}`;

const row = 16;
const net_kind = name => (name === 'GND' ? 'ground' : /3V3|5V|VSYS/.test(name) ? 'supply' : 'net');
const is_open = net => net.nodes.length === 1;

/// Where else a net goes, as far as it can be said shortly.
function elsewhere(netlist, net, ref) {
  const others = net.nodes.filter(node => node.ref !== ref && !netlist.component(node.ref).fields.Square).map(node => `${node.ref}.${node.pin}`);
  const in_squares = net.nodes.map(node => netlist.component(node.ref)).filter(({ fields }) => fields.Square);
  const squares = [...new Set(in_squares.map(({ fields }) => fields.Square))];
  const shown = others.slice(0, 3);
  if (others.length > 3) shown.push(`+${others.length - 3}`);
  if (squares.length === 1) shown.push(`${squares[0]}: ${in_squares.length === 1 ? in_squares[0].ref : `${in_squares[0].ref} … ${in_squares.at(-1).ref}`}`);
  else if (squares.length > 1) shown.push(`${squares.length} squares`);
  return shown.join(' ');
}

/// A block with its pins in the package's order: down the left side, up the right.
function block(netlist, component, x, y, inner) {
  const pins = Object.entries(parts[component.part].pins);
  const left = pins.length > 6 ? pins.slice(0, pins.length / 2) : pins;
  const right = pins.length > 6 ? pins.slice(pins.length / 2).reverse() : [];
  const height = row * left.length + 30;
  const pin = ([number, { name }], at, side) => {
    const net = netlist.net(component.ref, number), edge = side < 0 ? x : x + inner, anchor = side < 0 ? 'end' : 'start';
    const at_y = y + 38 + row * at;
    const inside = text(edge - side * 6, at_y, `${side < 0 ? `${number}  ` : ''}${String(name) === number ? '' : name}${side > 0 ? `  ${number}` : ''}`, { anchor: side < 0 ? 'start' : 'end' });
    if (!net || is_open(net)) return inside + text(edge + side * 6, at_y, 'open', { anchor, kind: 'small' });
    const to = net.name === 'GND' ? '' : elsewhere(netlist, net, component.ref);
    return inside + line(edge, at_y - 4, edge + side * 22, at_y - 4)
      + `<text x="${edge + side * 26}" y="${at_y}" text-anchor="${anchor}"><tspan class="${net_kind(net.name)}">${escaped(net.name)}</tspan>`
      + (to ? `<tspan class="small"> → ${escaped(to)}</tspan>` : '') + '</text>';
  };
  return { height, svg: box(x, y + 18, inner, height - 18) + text(x, y + 12, `${component.ref}  ${component.value}`, { kind: 'head' })
    + left.map((one, at) => pin(one, at, -1)).join('') + right.map((one, at) => pin(one, at, 1)).join('') };
}

/// Symbols 40 wide around (x, y), pin 1 left.
const symbols = {
  R: (x, y) => box(x - 12, y - 4, 24, 8) + line(x - 20, y, x - 12, y) + line(x + 12, y, x + 20, y),
  C: (x, y) => line(x - 20, y, x - 3, y) + line(x + 3, y, x + 20, y) + line(x - 3, y - 7, x - 3, y + 7) + line(x + 3, y - 7, x + 3, y + 7),
  diode: (x, y) => line(x - 20, y, x + 20, y) + line(x - 6, y - 6, x - 6, y + 6) + `<path class="solid" d="M${x - 6} ${y}L${x + 6} ${y - 6}L${x + 6} ${y + 6}Z"/>`, // pin 1, the cathode, left
  contact: (x, y) => line(x - 20, y, x - 8, y) + line(x - 8, y, x + 8, y - 7) + line(x + 8, y, x + 20, y),
};
const symbol_of = part => ({ R: 'R', C: 'C', CP: 'C', '1N5819': 'diode', '1N4148': 'diode', SW_Push: 'contact', SW_SPST: 'contact', Reed: 'contact' })[part];

function small_part(netlist, component, x, y) {
  const [first, second] = ['1', '2'].map(pin => netlist.net(component.ref, pin));
  const plus = component.part === 'CP' ? text(x - 12, y - 4, '+') : '';
  return symbols[symbol_of(component.part)](x, y) + plus
    + text(x - 24, y + 4, first.name, { anchor: 'end', kind: net_kind(first.name) }) + text(x + 24, y + 4, second.name, { kind: net_kind(second.name) })
    + text(x, y - 10, `${component.ref}  ${component.value}`, { anchor: 'middle', kind: 'ref' });
}

const upright = (x, y, svg, turn) => `<g transform="translate(${x} ${y}) rotate(${turn})">${svg}</g>`;

/// A reed and a diode between two lines, as the netlist joins them.
function reed_cell(netlist, all, x, y, width) {
  const reed = all.find(({ part }) => part === 'Reed');
  const diode = all.find(({ part }) => part === '1N4148');
  const middle = ['1', '2'].find(pin => netlist.net(reed.ref, pin).nodes.some(({ ref }) => ref === diode.ref));
  const from = netlist.net(reed.ref, middle === '1' ? '2' : '1'), anode_first = netlist.net(diode.ref, '2') === netlist.net(reed.ref, middle);
  const to = netlist.net(diode.ref, anode_first ? '1' : '2');
  const at = x + 26;
  return line(x, y + 16, x + width, y + 16, 'rank') + line(x + width - 10, y, x + width - 10, y + 118, 'file')
    + line(at, y + 16, at, y + 24) + upright(at, y + 44, symbols.contact(0, 0), 90) + line(at, y + 64, at, y + 66)
    + upright(at, y + 86, symbols.diode(0, 0), anode_first ? 270 : 90) + line(at, y + 106, at, y + 110) + line(at, y + 110, x + width - 10, y + 110)
    + text(x + 4, y + 11, from.name, { kind: 'net' }) + text(x + width - 16, y + 105, to.name, { anchor: 'end', kind: 'net' })
    + text(at + 16, y + 48, reed.ref, { kind: 'ref' }) + text(at + 16, y + 90, diode.ref, { kind: 'ref' });
}

/// Sensors of a square, and the input to which they lead.
function sensor_cell(netlist, all, x, y) {
  const goals = new Set(), values = [];
  const sensors = all.filter(({ part }) => part.startsWith('DRV5055')).map(({ ref }, at) => {
    const out = netlist.net(ref, '3'), line_y = y + 36 + 18 * at;
    const join = all.find(({ ref: one, part }) => part === 'R' && out.nodes.some(node => node.ref === one));
    if (join) values.push(join.value);
    goals.add(join ? netlist.across(join.ref, netlist.net(join.ref, '1') === out ? '1' : '2') : out);
    const odd = [['1', 'SENSOR_3V3'], ['2', 'GND']].filter(([pin, name]) => netlist.net(ref, pin).name !== name).map(([pin]) => `${pin}: ${netlist.net(ref, pin).name}!`);
    const near = all.find(({ fields }) => fields.At === ref)?.ref ?? 'no capacitor';
    return text(x + 6, line_y, ref, { kind: 'ref' }) + text(x + 50, line_y, join ? `3→${join.ref}` : '3 OUT', { kind: join ? 'narrow' : '' }) + text(x + 130, line_y, near, { anchor: 'end', kind: 'small' })
      + text(x + 46, line_y + 12, odd.join(' '), { kind: 'supply' });
  });
  const goal = [...goals].map(net => {
    const input = net.nodes.find(node => netlist.component(node.ref).part === 'CD74HC4067M');
    return `${net.name} → ${input ? `${input.ref}.${input.pin} ${input.function}` : 'nowhere'}`;
  });
  const joined = values.length > 0 ? text(x + 6, y + 16, `${values.length} × ${values[0]}`, { kind: 'small' }) : '';
  return joined + sensors.join('') + goal.map((words, at) => text(x + 6, y + 116 - 12 * at, words, { kind: 'net' })).join('');
}

function squares(netlist, x, y) {
  const width = 136, height = 124, by_square = new Map();
  for (const component of netlist.components) if (component.fields.Square) by_square.set(component.fields.Square, [...by_square.get(component.fields.Square) ?? [], component]);
  let svg = '';
  for (const [name, all] of by_square) {
    const file = name.charCodeAt(0) - 97, rank = Number(name[1]) - 1;
    const is_reed = all.some(({ part }) => part === 'Reed');
    const left = x + width * file, top = y + height * (7 - rank);
    svg += box(left, top, width, height, (file + rank) % 2 ? 'light' : 'dark');
    svg += text(left + width - (is_reed ? 36 : 26), top + (is_reed ? 36 : 16), name, { kind: 'head' });
    svg += is_reed ? reed_cell(netlist, all, left, top, width) : sensor_cell(netlist, all, left, top);
  }
  return { svg, height: 8 * height };
}

const notes = {
  'pico-matrix': ["A reed contact and a diode in series under each square, from the rank's line to the file's; the diode's ring (cathode, the bar) is on the file's side."],
  'pico-hall': ['Each sensor (TO-92, marked face up): 1 VCC to SENSOR_3V3, 2 GND, 3 OUT as shown; its capacitor from 1 to 2, close to it.',
    'Multiplexers have the pin numbers of the chip. On its usual small board I0 … I15 are C0 … C15, COM is SIG, ~E is EN.'],
};

/// Blocks one below the other; how far down they reach.
function column(netlist, components, x, y, inner) {
  let svg = '';
  for (const component of components) {
    const one = block(netlist, component, x, y, inner);
    svg += one.svg;
    y += one.height + 16;
  }
  return { svg, lowest: y };
}

export function drawing(netlist) {
  const whole = netlist.components.filter(({ fields, part }) => !fields.Square && !symbol_of(part));
  const small = netlist.components.filter(({ fields, part }) => !fields.Square && symbol_of(part));
  const of_kind = letters => whole.filter(({ ref }) => ref !== 'U1' && letters.includes(ref[0]));
  const multiplexers = whole.filter(({ part }) => part === 'CD74HC4067M');
  const supply = of_kind('UQ').filter(one => !multiplexers.includes(one));
  const width = multiplexers.length > 0 ? 1680 : 1240;
  const head = text(24, 36, `${netlist.title}: wiring`, { kind: 'title' })
    + text(24, 54, 'Drawn from the netlist. No board has been built from it yet. Parts seen from above, the Pico with its USB socket up. A name in colour is a net: equal names are joined.');
  const pico = block(netlist, whole[0], 330, 74, 190);
  const edge = column(netlist, of_kind('JD'), 1010, 74, 110), power = column(netlist, supply, 1410, 74, 110);
  const first_row = 74 + pico.height + 46, low = first_row + 36 * Math.ceil(small.length / 2);
  const parts_svg = small.map((component, at) => small_part(netlist, component, 190 + 390 * (at % 2), first_row + 36 * Math.floor(at / 2))).join('');
  const top = Math.max(low, edge.lowest, power.lowest) + 30, hints = notes[netlist.title.replace('-thin', '')];
  const below = top + 30 + 15 * hints.length;
  const chips = column(netlist, multiplexers, 1350, below - 12, 110), board = squares(netlist, 24, below);
  const height = Math.max(below + board.height, chips.lowest) + 24;
  const svg = head + pico.svg + parts_svg + edge.svg + power.svg + text(24, top, 'The squares, from above, White at the bottom', { kind: 'head' })
    + hints.map((hint, at) => text(24, top + 18 + 15 * at, hint)).join('') + chips.svg + board.svg;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">
<style>${style}</style>
<rect class="paper" width="${width}" height="${height}"/>
${svg.replace(/(<(?:text|rect|path|g)\b)/g, '\n$1').trim()}
</svg>
`;
}
