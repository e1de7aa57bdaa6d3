// A cross-section of two squares, to scale, drawn from the layers.

import { boards } from './boards.mjs';

const scale = 7, left = 40; // pixels a mm
const square = 55, base = 28;

const rect = (x, y, width, height, fill, stroke = '#333') => `<rect x="${x.toFixed(1)}" y="${y.toFixed(1)}" width="${width.toFixed(1)}" height="${height.toFixed(1)}" fill="${fill}" stroke="${stroke}"/>`;
const text = (x, y, words, anchor = 'start') => `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" text-anchor="${anchor}">${words}</text>`;
const line = (x1, y1, x2, y2) => `<path d="M${x1.toFixed(1)} ${y1.toFixed(1)}L${x2.toFixed(1)} ${y2.toFixed(1)}" stroke="#333" fill="none"/>`;

export function section(name, { layers, gap, within }) {
  const is_reed = within === null, is_four = name.endsWith('thin');
  const magnet = boards[name].more[0][1].match(/(\d+) × (\d+)/).slice(1).map(Number);
  const board_width = 2 * square * scale, middle = left + square / 2 * scale;
  const magnet_top = 96, face = magnet_top + magnet[1] * scale;
  let svg = '', y = face;
  const labels = [];
  for (const { what, mm, within: plus, colour } of layers) {
    const height = mm * scale;
    if (what.startsWith('package')) svg += (is_four ? [-8, 8] : [0]).map(at => rect(middle + (at - 2) * scale, y, 4 * scale, 1.5 * scale, colour)).join('');
    else if (what.startsWith('free')) svg += rect(left, y, board_width, height, colour, '#ccc');
    else if (what.startsWith('top')) svg += rect(left, y, board_width, height, colour);
    else svg += rect(middle - base / 2 * scale, y, base * scale, height, colour);
    labels.push([y + height / 2, `${what}: ${mm.toFixed(1)} mm${plus === null ? ' or more' : ` ± ${plus}`}`]);
    y += height;
  }
  svg += `<path d="M${(middle - base / 2 * scale).toFixed(1)} ${face}V60Q${middle} 40 ${(middle + base / 2 * scale).toFixed(1)} 60V${face}Z" fill="#efe6cf" stroke="#333"/>`
    + rect(middle - magnet[0] / 2 * scale, magnet_top, magnet[0] * scale, magnet[1] * scale, '#8f9bb3') + text(middle, magnet_top - 6, `magnet ${magnet[0]} × ${magnet[1]}`, 'middle');
  let low = y;
  if (is_reed) {
    for (const at of [middle, middle + square * scale]) {
      const lower = at === middle ? 0 : 6 * scale; // each reed has a height of its own
      svg += rect(at - 1.1 * scale, y + lower, 2.2 * scale, 14 * scale, '#cfe8ef') + line(at, y + lower + 4, at, y + lower + 14 * scale + 40);
    }
    svg += rect(left, y + 7 * scale, square / 2 * scale - 1.5 * scale, 5 * scale, '#bbb') + rect(middle + 1.5 * scale, y + 7 * scale, square * scale - 3 * scale, 5 * scale, '#bbb')
      + rect(middle + (square + 1.5) * scale, y + 7 * scale, (square / 2 - 1.5) * scale, 5 * scale, '#bbb');
    labels.push([y + 3 * scale, 'reed in its sleeve, upright, 14 mm of glass'], [y + 9.5 * scale, 'carrier, 5 mm']);
    low = y + 14 * scale + 6 * scale + 50;
  } else {
    svg += (is_four ? [-8, 8] : [0]).map(at => rect(middle + (square + at - 2) * scale, y - 0.6 * scale, 4 * scale, 1.5 * scale, '#555')).join('');
    svg += rect(left, y + 0.9 * scale, board_width, 3 * scale, '#bbb');
    labels.push([y + 2.4 * scale, 'carrier of the sensors, 3 mm']);
    low = y + 3.9 * scale + 40;
  }
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
  const height = Math.ceil(low + 6 * scale + 40), width = Math.ceil(right + 340);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">
<style>text{font:12px sans-serif;fill:#222}</style>
<rect width="${width}" height="${height}" rx="4" fill="#fff" stroke="#bbb"/>
<text x="14" y="24" style="font-weight:bold">${name}: cross-section of two squares of 55 mm, to scale (mm)</text>
${svg.replace(/(<(?:text|rect|path)\b)/g, '\n$1').trim()}
</svg>
`;
}
