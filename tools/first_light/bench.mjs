// Where a step works: the link to the board, the clock, a person, and what the step finds.

import { Failed } from './link.mjs';
import { NotTried } from './person.mjs';

/// How much of everything. A trial is for seeing the script work; it settles nothing on silicon.
export const full = {
  clock_s: 300, pings_a_second: 4, starts: 50, trips: 1000, late_s: 60, touches: 200, reopens: 100, replugs: 10,
  readings: 1000, writes: 20, power_cuts: 5, presses: 200, sweep_s: 90, warmth_s: 900, dips: 5, squares: 4,
};
export const trial = {
  clock_s: 3, pings_a_second: 20, starts: 8, trips: 50, late_s: 1, touches: 16, reopens: 8, replugs: 2,
  trial: true, readings: 50, writes: 4, power_cuts: 2, presses: 4, sweep_s: 3, warmth_s: 3, dips: 1, squares: 1,
};

export class Bench {
  /// `adoube(...words)`: { status, said }; `adapter`: see adapter.mjs; `options`: see main.mjs.
  constructor({ link, clock, person, report, effort = full, adoube, adapter, options = {} }) {
    Object.assign(this, { link, clock, person, report, effort, adoube, adapter, options });
  }
  /// Before each step.
  begin() {
    this.checks = [];
    this.figures = [];
  }
  check(ok, text) {
    this.checks.push({ ok: Boolean(ok), text });
  }
  figure(what, value, unit = '', expected = '') {
    this.figures.push({ what, value: typeof value === 'number' ? Math.round(value * 100) / 100 : value, unit, expected });
  }
  /// Measured, and within its limit.
  within(what, value, unit, limit) {
    this.figure(what, value, unit, `at most ${limit}`);
    this.check(value <= limit, `${what}: at most ${limit} ${unit}`.trim());
  }
  get is_hall() {
    return this.link.last.hello?.sensing === 1;
  }
  /// Remembers it: no start of any kind may have one that was there before, here or on another board with a report.
  is_new_boot(boot_id) {
    const { boot_ids } = this.report.data, is_new = !boot_ids.includes(boot_id) && !this.report.elsewhere.has(boot_id);
    if (is_new) boot_ids.push(boot_id);
    return is_new;
  }
  /// Events of `kind` since then.
  events_since(count, kind) {
    return this.link.events.slice(count).filter(event => !kind || event.kind === kind);
  }
}

const not_tried = why => ({ verdict: 'not tried', why });

async function tried(bench, step) {
  bench.begin();
  if (!step.without_board) {
    try {
      await bench.link.hello(3e6);
      await bench.link.follow();
    } catch (error) {
      if (error instanceof Failed) return not_tried(`the board does not answer: ${error.message}`);
      throw error;
    }
    if (step.model && (step.model === 'pico-hall') !== bench.is_hall) return not_tried(`only for ${step.model}`);
  }
  let why = '';
  try {
    await step.run(bench);
  } catch (error) {
    if (error instanceof NotTried) return not_tried(error.message);
    if (!(error instanceof Failed)) throw error;
    bench.check(false, error.message);
  }
  const { checks, figures } = bench;
  if (checks.length === 0) return { ...not_tried('it checked nothing'), figures };
  return { verdict: checks.every(({ ok }) => ok) ? 'confirmed' : 'refuted', why, checks, figures };
}

/// Runs those of `wanted`, else all that are not settled; saves after each.
export async function run_steps(bench, steps, { wanted = [], say = () => {} } = {}) {
  const { report } = bench;
  for (const step of steps) {
    if (wanted.length > 0 ? !wanted.includes(step.name) : report.is_settled(step.name)) continue;
    say(`${step.name}: ${step.settles} (about ${step.minutes} min)`);
    report.put(step.name, { ...await tried(bench, step), trial: bench.effort.trial });
    report.save(steps);
    const { verdict, why, checks = [], figures = [] } = report.data.steps[step.name];
    for (const { ok, text } of checks) if (!ok) say(`  no: ${text}`);
    for (const { what, value, unit } of figures) say(`  ${what}: ${value} ${unit}`);
    say(`  ${verdict}${why ? `: ${why}` : ''}`);
  }
}
