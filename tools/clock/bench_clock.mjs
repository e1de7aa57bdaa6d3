// Reads a bus log, judges what it proves of the clock; or leads a person while the log comes in.

import { createReadStream, createWriteStream, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { BusLog } from './bus_log.mjs';
import { questions } from './questions.mjs';
import { steps } from './steps.mjs';

const help = `Usage: tools/bench-clock LOG                  judges a log with marks ("-": standard input)
       LOGGER | tools/bench-clock --lead LOG   leads a person through the steps at the terminal, keeps log and marks in LOG
       tools/bench-clock --listen PORT         is such a LOGGER: a board of ours, with the clock at its jack
       tools/bench-clock --steps               lists the steps
       tools/bench-clock --self-test           judges logs of a model of the clock, whose truth is known

A log is JSON lines, as a logic analyser's export or a board's firmware gives them, with marks of what was done:
  {"t_us":1200000,"to":0,"bytes":"10 18 04 ...","ack":true}   a write to that 7-bit address; "ack" may be missing
  {"t_us":1100000,"mark":"press","side":"left"}               the left half was pressed down
Marks: plugged, on (up: the side whose lever is up), option, shows (left_s, right_s), start, press (side), pause, resume,
deaf and hears (the listener stops acknowledging, and acknowledges again), flag, off.
The listener must acknowledge general calls: the clock may fall silent if nobody does. It must never be master.`;

function told(log, asked = questions) {
  return asked.map(({ ask, judge }) => {
    const { verdict, text } = judge(log);
    return `${verdict.padEnd(9)} ${ask}: ${text}`;
  });
}
function report(path) {
  const log = new BusLog();
  for (const line of readFileSync(path === '-' ? 0 : path, 'utf8').split('\n')) if (line.trim() !== '') log.add(line);
  log.sort();
  console.log(told(log).join('\n'));
  if (log.unreadable > 0) console.log(`${log.unreadable} lines could not be read`);
}

/// Marks get the log's time: the line that comes in soonest after it was written tells how the two clocks lie. Kept as it grows.
class LiveLog {
  lines = [];
  marks = [];
  marks_kept = 0;
  offset_us = Infinity; // wall time less log time

  constructor(path) {
    this.file = createWriteStream(path);
  }
  take(line) {
    const wall_us = performance.now() * 1000;
    this.lines.push(line);
    this.file.write(`${line}\n`);
    try {
      this.offset_us = Math.min(this.offset_us, wall_us - JSON.parse(line).t_us);
    } catch { /* counted when it is judged */ }
  }
  mark(entry) {
    this.marks.push({ wall_us: performance.now() * 1000, entry });
  }
  marked() {
    const offset_us = this.offset_us === Infinity ? 0 : this.offset_us;
    return this.marks.map(({ wall_us, entry }) => JSON.stringify({ t_us: Math.round(wall_us - offset_us), ...entry }));
  }
  keep_marks() {
    if (this.offset_us === Infinity) return; // a log that has not begun has no time
    for (const mark of this.marked().slice(this.marks_kept)) this.file.write(`${mark}\n`);
    this.marks_kept = this.marks.length;
  }
  end(then) {
    if (this.offset_us === Infinity) this.offset_us = 0;
    this.keep_marks();
    this.file.end(then);
  }
  log() {
    const log = new BusLog();
    for (const line of [...this.lines, ...this.marked()]) log.add(line);
    return log.sort();
  }
}
const seconds_of = text => text.split(':').reduce((sum, part) => 60 * sum + Number(part), 0);

async function answers(step, ask) {
  const given = {};
  for (const name of step.ask ?? []) given[name] = seconds_of(await ask(`  ${name.replace('_s', '')}: `));
  return given;
}
async function lead(path) {
  const live = new LiveLog(path);
  createInterface({ input: process.stdin }).on('line', line => live.take(line));
  const terminal = createInterface({ input: createReadStream('/dev/tty'), output: process.stderr });
  const ask = text => new Promise(resolve => terminal.question(text, resolve));
  for (const [number, step] of steps.entries()) {
    if (step.ask) console.error(`\n${number + 1}/${steps.length} ${step.say}`);
    else await ask(`\n${number + 1}/${steps.length} ${step.say} [Enter] `);
    live.mark({ mark: step.mark, ...step.with });
    Object.assign(live.marks.at(-1).entry, await answers(step, ask));
    live.keep_marks();
    if (step.wait_s) console.error(`  ${step.wait_s} s …`);
    await sleep((step.wait_s ?? 0) * 1000);
    for (const line of told(live.log(), questions.filter(({ after }) => after === step.mark))) console.error(`  ${line}`);
  }
  console.log(told(live.log()).join('\n'));
  live.end(() => process.exit(0));
}

const [what, path] = process.argv.slice(2);
if (what === '--steps') steps.forEach(({ say }, number) => console.log(`${number + 1}. ${say}`));
else if (what === '--self-test') await (await import('./self_test.mjs')).self_test();
else if (what === '--listen' && path)
  await (await import('./board_log.mjs')).board_log(path).catch(({ message }) => {
    console.error(`bench-clock: ${path}: ${message}`);
    process.exitCode = 2;
  });
else if (what === '--lead' && path) await lead(path);
else if (what !== undefined && !/^-./.test(what)) report(what);
else {
  console.log(help);
  process.exitCode = what === '--help' ? 0 : 2;
}
