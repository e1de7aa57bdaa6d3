// What was measured, as Markdown.

import { cpus, loadavg, release, totalmem } from 'node:os';

/// Three significant digits, whole numbers whole.
export const number = (value) => (Number.isInteger(value) || Math.abs(value) >= 1000 ? Math.round(value).toLocaleString('en') : String(Number(value.toPrecision(3))));

const ratio_of = ({ ours, yardstick }) => (yardstick > 0 ? ours / yardstick : undefined);

// The goal in words, and whether it is reached; neither where there is none, or nothing to compare with.
function goal_of({ ours, yardstick, unit, goal, goal_is }) {
  if (goal === undefined) return ['', ''];
  const most = goal_is === 'ours' ? goal : goal * yardstick; // not a number without a yardstick
  return [`${number(goal)}${goal_is === 'ours' ? ` ${unit}` : ''}`, Number.isNaN(most) ? '' : ours <= most ? 'yes' : '**no**'];
}

// In columns where lines of a document may be that long.
function columns(head, rows) {
  const widths = head.map((_, at) => Math.max(...[head, ...rows].map((row) => [...row[at]].length)));
  const fits = widths.reduce((sum, width) => sum + width + 3, 1) < 120;
  const line = (row) => `| ${row.map((cell, at) => cell + ' '.repeat(fits ? widths[at] - [...cell].length : 0)).join(' | ')} |`;
  return [line(head), `|${widths.map((width) => '-'.repeat(fits ? width + 2 : 3)).join('|')}|`, ...rows.map(line)].join('\n');
}

/// Empty where there is no figure. A yardstick that has no value is one that is not installed: it is named below the table.
export function table(figures) {
  if (!figures.length) return '';
  const rows = figures.map((figure) => {
    const ratio = ratio_of(figure), has = figure.yardstick !== undefined;
    return [figure.figure, `${number(figure.ours)} ${figure.unit}`.trim(), has ? `${figure.yardstick_is} ${number(figure.yardstick)}` : '',
      ratio === undefined ? '' : number(ratio), ...goal_of(figure)];
  });
  const missing = new Set(figures.filter((one) => one.yardstick === undefined && one.yardstick_is).map((one) => one.yardstick_is));
  return [columns(['what', 'ours', 'yardstick', 'ratio', 'goal', 'reached'], rows), ...missing].join('\n\n');
}

/// Points of one plot, by x.
export function plots_of(points) {
  const plots = new Map();
  for (const point of points) {
    const key = `${point.series}: ${point.what}`;
    plots.set(key, [...(plots.get(key) ?? []), point]);
  }
  return [...plots.values()].map((plot) => plot.sort((a, b) => a.x - b.x));
}

/// How often the cost at the smallest x is that at the greatest, against how often x is: at most 1 is straight or flatter.
const growth = (plot) => plot.at(-1).y / plot[0].y / (plot.at(-1).x / plot[0].x);

/// Empty where there is none.
export function growth_table(points) {
  if (!points.length) return '';
  const rows = plots_of(points).map((plot) => {
    const first = plot[0], last = plot.at(-1);
    return [`${first.what}, ${number(first.x)} to ${number(last.x)} ${first.series}`, `${number(first.y)} ${first.unit}`, `${number(last.y)} ${last.unit}`, number(growth(plot))];
  });
  return columns(['how cost grows', 'from', 'to', 'of straight'], rows);
}

/// This machine and now, in a sentence.
export function machine() {
  const processors = cpus(), gib = totalmem() / 2 ** 30;
  return `${new Date().toISOString().slice(0, 10)}: ${processors.length} × ${processors[0].model.trim()}, ${number(gib)} GiB, Linux ${release()}, load ${number(loadavg()[0])} at the end.`;
}

/// `readme` with `results` where the last ones stood.
export function with_results(readme, results) {
  const place = /(<!-- results -->\n)[^]*?(<!-- end of results -->)/;
  if (!place.test(readme)) throw new Error('README.md has no place for results');
  return readme.replace(place, (_, begin, end) => `${begin}${results}\n${end}`);
}
