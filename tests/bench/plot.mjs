// How cost grows, as one SVG: a small plot for each thing that was measured, both axes logarithmic. The dashed line is what
// proportional to the first point would be.

import { number, plots_of } from './table.mjs';

const width = 300, height = 220, left = 56, right = 14, top = 34, bottom = 36, across = 3;

const escaped = (text) => text.replace(/[&<>]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[sign]);

// From a range of values to one of pixels, both ends included; a single value lies in the middle.
function logarithmic(values, begin, end) {
  const low = Math.log(Math.min(...values)), high = Math.log(Math.max(...values));
  return (value) => (high > low ? begin + ((Math.log(value) - low) / (high - low)) * (end - begin) : (begin + end) / 2);
}

function panel(plot) {
  const { series, what, unit } = plot[0], first = plot[0], last = plot.at(-1);
  const straight = first.y * (last.x / first.x);
  const x = logarithmic(plot.map((point) => point.x), left, width - right);
  const y = logarithmic([...plot.map((point) => point.y), straight], height - bottom, top);
  const text = (at_x, at_y, anchor, words) => `<text x="${at_x.toFixed(1)}" y="${at_y.toFixed(1)}" text-anchor="${anchor}">${escaped(words)}</text>`;
  const lowest = Math.min(...plot.map((point) => point.y)), highest = Math.max(...plot.map((point) => point.y));
  return [
    text(left, 16, 'start', what),
    `<path class="axis" d="M${left} ${top}V${height - bottom}H${width - right}"/>`,
    ...plot.map((point) => text(x(point.x), height - bottom + 14, 'middle', number(point.x))),
    text((left + width - right) / 2, height - 6, 'middle', series),
    ...new Set([lowest, highest].map((value) => text(left - 5, y(value) + 4, 'end', `${number(value)} ${unit}`))),
    `<path class="straight" d="M${x(first.x).toFixed(1)} ${y(first.y).toFixed(1)}L${x(last.x).toFixed(1)} ${y(straight).toFixed(1)}"/>`,
    `<path class="cost" d="${plot.map((point, at) => `${at ? 'L' : 'M'}${x(point.x).toFixed(1)} ${y(point.y).toFixed(1)}`).join('')}"/>`,
    ...plot.map((point) => `<circle cx="${x(point.x).toFixed(1)}" cy="${y(point.y).toFixed(1)}" r="3"/>`),
  ].join('\n');
}

/// `points` as run.mjs reads them; every x and y is greater than 0.
export function drawing(points) {
  const plots = plots_of(points), columns = Math.min(across, plots.length), rows = Math.ceil(plots.length / across);
  const panels = plots.map((plot, at) => `<g transform="translate(${(at % across) * width} ${Math.floor(at / across) * height})">\n${panel(plot)}\n</g>`);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${columns * width} ${rows * height}" font-family="sans-serif" font-size="11">
<title>How cost grows</title>
<style>.axis{fill:none;stroke:#777}.straight{fill:none;stroke:#999;stroke-dasharray:4 4}.cost{fill:none;stroke:#1f6feb;stroke-width:2}circle{fill:#1f6feb}</style>
<rect width="100%" height="100%" fill="#fff"/>
${panels.join('\n')}
</svg>
`;
}
