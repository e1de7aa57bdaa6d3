// What was found on one board, kept after every step: NAME.json, and NAME.md for people.

import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export const day = () => new Date().toISOString().slice(0, 16).replace('T', ' ');

const read = path => JSON.parse(readFileSync(path, 'utf8'));

export class Report {
  constructor(folder, name) {
    this.path = join(folder, name);
    mkdirSync(folder, { recursive: true });
    this.data = existsSync(`${this.path}.json`) ? read(`${this.path}.json`)
      : { name, begun: day(), board: {}, boot_ids: [], steps: {} };
    const others = readdirSync(folder).filter(file => file.endsWith('.json') && file !== `${name}.json`);
    this.elsewhere = new Set(others.flatMap(file => read(join(folder, file)).boot_ids ?? []));
  }
  /// Throws if the report is of another board.
  identify(board) {
    const known = this.data.board.id;
    if (known && known !== board.id) throw new Error(`${this.path}.json is of board ${known}, and this is ${board.id}: give it another --as`);
    Object.assign(this.data.board, board);
  }
  /// A trial settles nothing.
  is_settled(name) {
    const { verdict, trial } = this.data.steps[name] ?? {};
    return ['confirmed', 'refuted'].includes(verdict) && !trial;
  }
  put(name, result) {
    this.data.steps[name] = { ...result, date: day(), chip: this.data.board.chip };
  }
  save(steps) {
    const text = markdown(this.data, steps);
    writeFileSync(`${this.path}.json`, `${JSON.stringify(this.data, null, 2)}\n`);
    writeFileSync(`${this.path}.md`, text);
  }
}

const shown = ({ what, value, unit, expected }) =>
  `  - ${what}: ${value}${unit ? ` ${unit}` : ''}${expected ? ` (expected: ${expected})` : ''}`;

function section({ name, settles }, result = { verdict: 'not tried', why: 'its turn did not come' }) {
  const { verdict, why, checks = [], figures = [], date, trial } = result;
  return [
    `- **${name}: ${verdict}**${trial && verdict !== 'not tried' ? ' in a trial' : ''}${why ? `, ${why}` : ''}${date ? ` (${date})` : ''}. ${settles}`,
    ...checks.map(({ ok, text }) => `  - ${ok ? 'yes' : '**no**'}: ${text}`),
    ...figures.map(shown),
  ];
}

export function markdown({ name, begun, board, steps: results }, steps) {
  const of = verdict => steps.filter(step => (results[step.name]?.verdict ?? 'not tried') === verdict);
  const lines = [
    `# First light: ${name}`, '',
    `Begun ${begun}. Board ${board.id ?? 'unknown'}, ${board.model ?? 'model unknown'}, firmware ${board.firmware ?? 'unknown'}, ` +
      `chip revision ${board.chip ?? 'unknown'}, at ${board.port ?? 'no port'}, ${board.host ?? ''}.`, '',
  ];
  for (const verdict of ['refuted', 'confirmed', 'not tried']) {
    lines.push(`## ${verdict[0].toUpperCase()}${verdict.slice(1)}: ${of(verdict).length}`, '');
    for (const step of of(verdict)) lines.push(...section(step, results[step.name]));
    lines.push('');
  }
  if (board.info) lines.push('## What `adoube board info` told', '', '```', board.info.trim(), '```', '');
  return lines.join('\n');
}
