// A plan of a board without its top, from above, to scale; and one square from below, as who solders sees it.

import { layers_of } from './boards.mjs';
import { compartment, openings } from './compartment.mjs';
import {
  carrier_mm, case_mm, cell_of, field, files, heights, inside, iron_apart, lead_hole, lever, middles, outside, posts, rails_of, sensors, square,
  tape_wide, wall,
} from './geometry.mjs';

const scale = 1.5, big = 6; // pixels a mm
const left = 60, top = 60;
const n = value => Number(value.toFixed(1));
const text = (x, y, words, anchor = 'start', kind = '') => `<text x="${n(x)}" y="${n(y)}" text-anchor="${anchor}"${kind ? ` class="${kind}"` : ''}>${words}</text>`;
const rect = (x, y, width, height, kind) => `<rect class="${kind}" x="${n(x)}" y="${n(y)}" width="${n(width)}" height="${n(height)}"/>`;
const circle = (x, y, radius, kind) => `<circle class="${kind}" cx="${n(x)}" cy="${n(y)}" r="${n(radius)}"/>`;
const line = (x1, y1, x2, y2, kind) => `<path class="${kind}" d="M${n(x1)} ${n(y1)}L${n(x2)} ${n(y2)}"/>`;

const px = x => left + (x - outside.x[0]) * scale;
const py = y => top + (outside.y[1] - y) * scale;
const area = ({ x, y }, kind) => rect(px(x[0]), py(y[1]), (x[1] - x[0]) * scale, (y[1] - y[0]) * scale, kind);

const style = `
  text{font:11px sans-serif;fill:#222} .title{font-size:16px;font-weight:bold} .head{font-size:13px;font-weight:bold} .small{font-size:9px}
  .wood{fill:#d9b98a;stroke:#333} .room{fill:#fff;stroke:#333} .carrier{fill:#eee;stroke:#888} .dark{fill:#e2dccd} .light{fill:#f8f6f0}
  .board{fill:#dcebd8;stroke:#333} .part{fill:#f4f1e6;stroke:#333} .iron{fill:#e9c9c4;stroke:#b00020} .sensor{fill:#333} .post{fill:#fff;stroke:#333;stroke-width:1.5}
  .SENSOR_3V3{fill:#e8a0a0;stroke:#b00020} .GND{fill:#bbb;stroke:#444} .hole{fill:#fff;stroke:#333} .thin{stroke:#333;stroke-width:.7;fill:none}
  .limit{stroke:#b00020;stroke-dasharray:6 4;fill:none} .lever{fill:none;stroke:#0b4f9c;stroke-width:2;stroke-dasharray:8 3}
  .red{stroke:#b00020;stroke-width:2.5;fill:none} .black{stroke:#222;stroke-width:2.5;fill:none} .signal{stroke:#0b4f9c;stroke-width:2.5;fill:none} .rank{stroke:#b35900;stroke-width:2.5;fill:none}`;

function whole(name) {
  const is_reed = name === 'pico-matrix';
  let svg = area(outside, 'wood') + area(inside, 'room');
  for (const { side, at, wide } of openings(name)) {
    if (side === 'left') svg += area({ x: [outside.x[0], inside.x[0]], y: [outside.y[0] + at - wide / 2, outside.y[0] + at + wide / 2] }, 'room');
    else svg += area({ x: [outside.x[0] + at - wide / 2, outside.x[0] + at + wide / 2], y: side === 'White' ? [outside.y[0], inside.y[0]] : [inside.y[1], outside.y[1]] }, 'room');
  }
  const edge = (carrier_mm - field) / 2;
  svg += area({ x: [-edge, field + edge], y: [-edge, field + edge] }, 'carrier');
  for (const [at, [x, y]] of middles.entries()) svg += area({ x: [x - square / 2, x + square / 2], y: [y - square / 2, y + square / 2] }, (at + (at >> 3)) % 2 ? 'light' : 'dark');
  for (let rank = 0; rank < 8; ++rank)
    for (const { net, y } of rails_of(name)) svg += area({ x: [-edge, field + edge], y: [(rank + 0.5) * square + y - tape_wide / 2, (rank + 0.5) * square + y + tape_wide / 2] }, net);
  for (const [net, x, kind] of is_reed ? [] : [['SENSOR_3V3', -3, 'red'], ['GND', 2, 'black']]) {
    const ys = rails_of(name).filter(rail => rail.net === net).map(({ y }) => y);
    svg += line(px(x), py(0.5 * square + Math.min(...ys)), px(x), py(7.5 * square + Math.max(...ys)), kind) + line(px(x), py(field / 2 + x), px(-24), py(field / 2 + x), kind);
  }
  for (const [x, y] of sensors(name)) svg += is_reed ? circle(px(x), py(y), 2 * scale, 'post') + circle(px(x), py(y), 1.1 * scale, 'sensor') : area({ x: [x - 2, x + 2], y: [y - 1.6, y + 1.6] }, 'sensor');
  for (const [x, y] of posts) svg += circle(px(x), py(y), (is_reed ? 5 : 3) * scale, 'post');
  files.forEach((file, at) => { svg += text(px((at + 0.5) * square), py(-19) + 5, file, 'middle', 'head') + text(px(field + 19), py((at + 0.5) * square) + 5, at + 1, 'middle', 'head'); });
  for (const part of compartment(name)) {
    svg += area(part, part.iron ? 'iron' : part.kind);
    if (part.kind === 'board') svg += text(px(part.x[0]) + 4, py(part.y[1]) + 11, part.what, 'start', 'small');
    else if (/switch$/.test(part.what)) svg += text(px(lever.x - lever.wide / 2) - 4, py((part.y[0] + part.y[1]) / 2) + 4, 'switch', 'end', 'small');
    else if (part.y[1] - part.y[0] < 4) svg += text(px(part.x[1]) + 3, py((part.y[0] + part.y[1]) / 2) + 3, part.what, 'start', 'small');
    else if (part.kind !== 'wood') svg += text(px((part.x[0] + part.x[1]) / 2), py((part.y[0] + part.y[1]) / 2) + 4, part.what.replace(/^(White|Black): |^plugs /, ''), 'middle', 'small');
  }
  for (const side of [-1, 1]) svg += circle(px(lever.x), py(lever.y + side * lever.screws), 3 * scale, 'thin');
  svg += area({ x: [lever.x - lever.wide / 2, lever.x + lever.wide / 2], y: [lever.y - lever.length / 2, lever.y + lever.length / 2] }, 'lever') + circle(px(lever.x), py(lever.y), 3, 'post') + text(px(lever.x) + 17, py(lever.y) + 4, 'pivot of the lever', 'start', 'small');
  const nearest = Math.min(...sensors(name).map(([x]) => x)) - iron_apart;
  svg += line(px(nearest), py(inside.y[0]), px(nearest), py(inside.y[1]), 'limit') + text(px(nearest) + 3, py(8), `${iron_apart} from the sensors`, 'start', 'small');
  svg += rulers();
  svg += text(px(outside.x[0]) + 2, py(outside.y[0]) + 46, `White sits here. Outside ${case_mm.join(' × ')}, frame ${wall}; the figures at the edges count from its corner. Red: has iron in it.`)
    + text(px(outside.x[0]) + 2, py(outside.y[0]) + 62, 'Blue: the lever, above the top; circles in it: the holes for its screws. Where each part lies: table in case.md.');
  return svg;
}

/// From the case's outer corner at White's left, in mm.
function rulers() {
  let svg = '';
  const [wide, long] = [outside.x[1] - outside.x[0], outside.y[1] - outside.y[0]];
  for (let at = 0; at <= wide; at += 10) svg += line(px(outside.x[0] + at), py(outside.y[0]) + 4, px(outside.x[0] + at), py(outside.y[0]) + (at % 50 ? 8 : 12), 'thin')
    + (at % 50 ? '' : text(px(outside.x[0] + at), py(outside.y[0]) + 24, at, 'middle', 'small'));
  for (let at = 0; at <= long; at += 10) svg += line(px(outside.x[0]) - 4, py(outside.y[0] + at), px(outside.x[0]) - (at % 50 ? 8 : 12), py(outside.y[0] + at), 'thin')
    + (at % 50 ? '' : text(px(outside.x[0]) - 16, py(outside.y[0] + at) + 3, at, 'end', 'small'));
  return svg;
}

/// From below, White's side down: file a is at the right.
function square_from_below(name, x, y) {
  const cx = x + square / 2 * big, cy = y + square / 2 * big;
  const at = (right, up) => [cx - right * big, cy - up * big]; // mirrored
  const words = [];
  let svg = rect(x, y, square * big, square * big, 'carrier');
  if (name === 'pico-matrix') {
    const [sx, sy] = at(0, 0);
    const { sleeve } = heights(name, layers_of(name));
    svg += line(x, y + 40.5 * big, x + square * big, y + 40.5 * big, 'rank') + line(x + 12 * big, y, x + 12 * big, y + square * big, 'signal');
    svg += circle(sx, sy, 2 * big, 'hole') + circle(sx, sy, 1.1 * big, 'sensor');
    svg += line(sx + 8, sy + 6, sx + 8, y + 40.5 * big, 'rank') + line(sx - 6, sy, x + 12 * big, sy, 'thin') + rect(x + 16 * big, sy - 6, 4 * big, 12, 'sensor') + rect(x + 16.3 * big, sy - 6, 3, 12, 'light');
    svg += text(x + 4, y + 40.5 * big - 5, 'rank wire') + text(x + 12 * big + 5, y + 14, 'file wire, over it a sleeve') + text(x + 22, sy - 10, 'diode, ring to the file wire') + text(sx + 14, sy + 34, 'enamelled wire');
    words.push(`Hole of 4, try a piece of tube first; sleeve ${sleeve} long.`, 'Rank wire 13 from the middle, file wire 15.5.', 'From the lower lead 40 of flexible wire to the diode.', 'An insulating sleeve of 10 on the file wire at each crossing.');
    return { svg, words };
  }
  for (const { net, y: up } of rails_of(name)) {
    const [, ry] = at(0, up + tape_wide / 2);
    svg += rect(x, ry, square * big, tape_wide * big, net) + text(x + 4, ry + 18, net, 'start', 'small');
  }
  for (const { x: right, y: up, to, hole } of cell_of(name)) {
    const [sx, sy] = at(right, up), [hx, hy] = at(...hole);
    svg += `<g opacity="0.45">${rect(sx - 2 * big, sy - 1.6 * big, 4 * big, 3.2 * big, 'part')}</g>` + circle(hx, hy, lead_hole.diameter / 2 * big, 'hole');
    // Leads to White: seen from below OUT left, VCC right; leads to Black: the other way round.
    const out = to < 0 ? -1 : 1;
    const rail = wanted => at(0, up + to * { GND: 10.5, SENSOR_3V3: -0.5 }[wanted])[1];
    svg += line(hx - out * 1.27 * big, hy, hx - out * 1.27 * big, rail('SENSOR_3V3'), 'red') + line(hx, hy, hx, rail('GND'), 'black');
    if (cell_of(name).length === 1) {
      const band = at(0, up + 8)[1]; // free for signal wires
      svg += line(hx + out * 1.27 * big, hy, hx + out * 1.27 * big, band, 'signal') + line(hx + out * 1.27 * big, band, x + square * big, band, 'signal')
        + text(x + 190, band - 6, '3 OUT, signal wire to file a') + text(hx + 44, hy + 4, '1 VCC: up, 2 GND: down') + text(hx - 20, hy + 4, '3 OUT: up', 'end');
    }
    else svg += line(hx + out * 1.27 * big, hy, hx + out * 1.27 * big, cy, 'signal') + rect(hx + out * 1.27 * big - 7, at(0, (up + to * -0.5))[1] - 19, 14, 38, 'part');
    svg += rect(hx - out * 4.5 * big - 8, (hy + rail('GND')) / 2 - 30, 16, 42, 'board');
  }
  if (cell_of(name).length > 1) svg += line(x, cy, x + square * big, cy, 'signal') + text(x + 6, cy - 5, 'wire of the square');
  words.push(`Holes of ${lead_hole.diameter}, ${lead_hole.from_sensor} from the middle of the sensor.`, 'Red: lead 1, VCC, to SENSOR_3V3. Black: lead 2, GND. Blue: lead 3, OUT.', 'Bare leads in insulating sleeve where they cross a rail.', 'Green: capacitor, from rail to rail.', 'Plan, at file a: the wires that join the rails, red SENSOR_3V3, black GND.');
  if (cell_of(name).length > 1) words.push('10 kΩ of each sensor lies across SENSOR_3V3, only its body on the tape.', 'The two sensors on Black’s side point the other way.');
  return { svg, words };
}

export function plan(name) {
  const right = px(outside.x[1]) + 40, cell_y = top + 40;
  const cell = square_from_below(name, right, cell_y);
  const width = right + square * big + 120, height = py(outside.y[0]) + 78;
  const posts_are = name === 'pico-matrix' ? 'pillar' : 'spacer';
  const layers = layers_of(name), { post } = heights(name, layers);
  const legend = [...cell.words, `White circles in the field: ${posts.length} ${posts_are}s, ${post.toFixed(1)} long.`, 'Drawn by tools/hardware. No board has been built from it yet.'];
  const svg = text(left, 26, `${name}: plan from above, top taken off (mm)`, 'start', 'title') + whole(name)
    + text(right, cell_y - 22, 'One square of the carrier from below, Black up:', 'start', 'head') + text(right, cell_y - 8, 'file a is at the right') + cell.svg
    + legend.map((words, at) => text(right, cell_y + square * big + 24 + 16 * at, words)).join('');
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${n(width)} ${n(height)}" width="${n(width)}" height="${n(height)}">
<style>${style}</style>
<rect width="${n(width)}" height="${n(height)}" fill="#fff" stroke="#bbb"/>
${svg.replace(/(<(?:text|rect|path|circle|g)\b)/g, '\n$1').trim()}
</svg>
`;
}
