// A cross-section of two squares, to scale, drawn from the layers.

import { boards, layers_of } from './boards.mjs';
import { felt_and_glue, heights } from './geometry.mjs';
import { package_mm } from './layers.mjs';

const scale = 7, left = 40; // pixels a mm
const square = 55, base = 28;

const rect = (x, y, width, height, fill, stroke = '#333') => `<rect x="${x.toFixed(1)}" y="${y.toFixed(1)}" width="${width.toFixed(1)}" height="${height.toFixed(1)}" fill="${fill}" stroke="${stroke}"/>`;
const text = (x, y, words, anchor = 'start') => `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" text-anchor="${anchor}">${words}</text>`;
const line = (x1, y1, x2, y2) => `<path d="M${x1.toFixed(1)} ${y1.toFixed(1)}L${x2.toFixed(1)} ${y2.toFixed(1)}" stroke="#333" fill="none"/>`;

export function section(name, { layers, gap, within }) {
  const is_reed = within === null, is_four = name.endsWith('thin');
  const magnet = boards[name].more()[0][1].match(/(\d+) × (\d+)/).slice(1).map(Number);
  const board_width = 2 * square * scale, middle = left + square / 2 * scale;
  const magnet_top = 96, face = magnet_top + magnet[1] * scale;
  let svg = '', y = face;
  const labels = [];
  for (const { what, mm, within: plus, colour } of layers) {
    const height = mm * scale;
    if (what.startsWith('package')) svg += (is_four ? [-8, 8] : [0]).map(at => rect(middle + (at - 2) * scale, y, 4 * scale, package_mm.whole * scale, colour)).join('');
    else if (what.startsWith('free')) svg += rect(left, y, board_width, height, colour, '#ccc');
    else if (what.startsWith('top')) svg += rect(left, y, board_width, height, colour);
    else svg += rect(middle - base / 2 * scale, y, base * scale, height, colour);
    labels.push([y + height / 2, `${what}: ${mm.toFixed(1)} mm${plus === null ? ' or more' : ` ± ${plus}`}`]);
    y += height;
  }
  svg += `<path d="M${(middle - base / 2 * scale).toFixed(1)} ${face}V60Q${middle} 40 ${(middle + base / 2 * scale).toFixed(1)} 60V${face}Z" fill="#efe6cf" stroke="#333"/>`
    + rect(middle - magnet[0] / 2 * scale, magnet_top, magnet[0] * scale, magnet[1] * scale, '#8f9bb3') + text(middle, magnet_top - 6, `magnet ${magnet[0]} × ${magnet[1]}`, 'middle');
  const down = heights(name, layers_of(name));
  const at_depth = mm => face + (felt_and_glue + mm) * scale; // below the upper side of the top
  if (is_reed) {
    const { carrier, carrier_at, sleeve, sleeve_top, glass, lead_out, upper_lead } = down;
    for (const at of [middle, middle + square * scale]) { // as high and as low as it may be
      const upper = at_depth(sleeve_top[at === middle ? 0 : 1]);
      svg += rect(at - 2 * scale, upper, 4 * scale, sleeve * scale, '#fff') + rect(at - 1.1 * scale, upper, 2.2 * scale, glass * scale, '#cfe8ef')
        + line(at, upper - upper_lead * scale, at, upper) + line(at, upper + glass * scale, at, upper + (sleeve + lead_out) * scale);
    }
    const edges = [left, middle, middle + square * scale, left + board_width];
    edges.slice(1).forEach((to, place) => {
      const from = edges[place] + (place > 0 ? 2 * scale : 0), end = to - (place < 2 ? 2 * scale : 0);
      svg += rect(from, at_depth(carrier_at), end - from, carrier * scale, '#bbb');
    });
    const pillar = left + square * scale;
    svg += rect(pillar - 5 * scale, at_depth(down.top), 10 * scale, down.post * scale, '#c9a06c');
    labels.push([at_depth(sleeve_top[0] + 4), `reed: ${glass} of glass, its end level with the sleeve's; ${upper_lead} of lead above`],
      [at_depth(sleeve_top[0] + 9), `sleeve ${sleeve} long; drawn as high and as low as it may be`], [at_depth(carrier_at - 6), `pillar ${down.post} long, at a corner of squares`],
      [at_depth(carrier_at + carrier / 2), `carrier ${carrier}, ${carrier_at} ± ${down.within} below the upper side of the top`], [at_depth(down.lead_end - 1), `end of the lowest lead: ${(down.floor - down.lead_end).toFixed(1)} above the bottom`]);
  } else {
    svg += (is_four ? [-8, 8] : [0]).map(at => rect(middle + (square + at - 2) * scale, y - package_mm.element * scale, 4 * scale, package_mm.whole * scale, '#555')).join('');
    const carrier_y = at_depth(down.carrier_at), corner = left + square * scale;
    svg += rect(left, carrier_y, board_width, down.carrier * scale, '#bbb') + rect(corner - 3 * scale, at_depth(down.top), 6 * scale, down.post * scale, '#fff');
    labels.push([at_depth(down.top + down.post * 0.7), `spacer ${down.post.toFixed(1)} long, on the carrier (package ${package_mm.whole})`], [carrier_y + down.carrier / 2 * scale, `carrier of the sensors, ${down.carrier} mm`]);
  }
  const low = at_depth(down.floor);
  labels.sort(([a], [b]) => a - b);
  svg += rect(left, low, board_width, 6 * scale, '#c9a06c');
  labels.push([low + 3 * scale, 'bottom, plywood 6 mm']);
  let last = -100; // labels of thin layers keep apart
  const right = left + board_width;
  for (const [at, words] of labels) {
    const shown = Math.max(at, last + 15);
    svg += line(right + 4, at, right + 24, shown) + text(right + 30, shown + 4, words);
    last = shown;
  }
  const arrow = left - 14;
  svg += line(arrow, face, arrow, y) + line(arrow - 5, face, arrow + 5, face) + line(arrow - 5, y, arrow + 5, y)
    + `<text transform="translate(${arrow - 6} ${(face + y) / 2}) rotate(-90)" text-anchor="middle">${is_reed ? `${gap} or more` : `gap ${gap} ± ${within}`}</text>`;
  const height = Math.ceil(low + 6 * scale + 40), width = Math.ceil(right + 50 + 6.6 * Math.max(...labels.map(([, words]) => words.length)));
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">
<style>text{font:12px sans-serif;fill:#222}</style>
<rect width="${width}" height="${height}" rx="4" fill="#fff" stroke="#bbb"/>
<text x="14" y="24" style="font-weight:bold">${name}: cross-section of two squares of 55 mm, to scale (mm)</text>
${svg.replace(/(<(?:text|rect|path)\b)/g, '\n$1').trim()}
</svg>
`;
}
