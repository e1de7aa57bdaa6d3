// Runs the programs that measure and shows what they tell as one table.
//
//   node tests/bench/run.mjs [--brief] [--write] [NAME…]
//
// Called by tools/bench, which builds them first. NAME is that of a program (bench_NAME in ADOUBE_BIN, else build/release/bin) or
// of a script here (NAME_bench.mjs); all of them where none is given. --brief runs each for about a second, so that it cannot
// rot: its figures mean nothing. --write puts the table and the plots into README.md. Each prints JSON, one object a line:
//
//   {"figure":NAME,"unit":"s","ours":1.2,"yardstick":2.0,"yardstick_is":"stockfish","goal":0.5}
//     goal: the greatest ratio of ours to the yardstick, or with "goal_is":"ours" the greatest value of ours. Without a
//     yardstick, yardstick_is may say why ("no stockfish here: apt install stockfish").
//   {"series":"boards","what":"an event","x":100,"y":1.2,"unit":"ms"}
//     one point: what x boards cost together. Each `what` of a series becomes a plot.
//
// What else it prints is passed on. It fails where a program fails or tells no figure; a goal that is not reached is only shown.

import { spawn } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';

import { growth_table, machine, table, with_results } from './table.mjs';
import { drawing } from './plot.mjs';

const here = dirname(new URL(import.meta.url).pathname);
const bin = process.env.ADOUBE_BIN ?? join(here, '../../build/release/bin');
process.env.TMPDIR ??= join(bin, '..'); // on a disk, which /tmp often is not

function stop(why) {
  console.error(`bench: ${why}`);
  process.exit(2);
}

const asked = () => {
  try {
    return parseArgs({ allowPositionals: true, options: { brief: { type: 'boolean' }, write: { type: 'boolean' } } });
  } catch (error) {
    return stop(error.message);
  }
};
const { values: { brief, write }, positionals } = asked();
if (brief && write) stop('--brief measures nothing that could be written');

// NAME to the command that runs it.
function benches() {
  const found = new Map();
  for (const file of readdirSync(here)) {
    const [, program] = file.match(/^bench_(\w+)\.cpp$/) ?? [], [, script] = file.match(/^(\w+)_bench\.mjs$/) ?? [];
    if (program) found.set(program, [join(bin, `bench_${program}`)]);
    if (script) found.set(script, [process.execPath, join(here, file)]);
  }
  return found;
}

const skips = 77; // as CTest has it

// The lines that it tells; undefined where it failed, none where it said that it cannot run here.
async function told_by(name, [program, ...words]) {
  const child = spawn(program, [...words, ...(brief ? ['--brief'] : [])], { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = new Promise((resolve) => {
    child.on('error', (error) => resolve(error.message));
    child.on('close', (code, signal) => resolve(code === 0 ? '' : code === skips ? skips : `it ended with ${signal ?? code}`));
  });
  const told = [];
  for await (const line of createInterface({ input: child.stdout })) {
    if (line.startsWith('{')) told.push(JSON.parse(line));
    else console.log(line);
  }
  const how = await ended;
  if (how === skips) return [];
  const failure = how || (told.some((one) => one.figure || one.series) ? '' : 'it told no figure');
  if (failure) console.error(`bench: ${name}: ${failure}`);
  return failure ? undefined : told;
}

const all = benches();
for (const name of positionals) if (!all.has(name)) stop(`there is no ${name}: ${[...all.keys()].sort().join(', ')}`);
const chosen = positionals.length ? positionals : [...all.keys()].sort();
const told = [];
let failed = 0;
for (const name of chosen) {
  if (!brief) console.error(`bench: ${name} …`);
  const lines = await told_by(name, all.get(name));
  if (lines) told.push(...lines);
  else ++failed;
}

const figures = told.filter((one) => one.figure), points = told.filter((one) => one.series);
const plots = points.length ? drawing(points) : '';
const results = [brief ? 'Brief: these figures mean nothing.' : machine(), table(figures), growth_table(points)].filter(Boolean).join('\n\n');
console.log(results);
if (write && failed === 0) {
  const readme = join(here, 'README.md');
  writeFileSync(readme, with_results(readFileSync(readme, 'utf8'), plots ? `${results}\n\n![How cost grows](growth.svg)` : results));
  if (plots) writeFileSync(join(here, 'growth.svg'), plots);
}
process.exit(failed ? 1 : told.length ? 0 : skips);
