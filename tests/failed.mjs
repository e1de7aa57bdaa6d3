// What the failed tests of REPORT (JUnit, by CTest) said last, so that it stands at the end of a long log.
//
//   node tests/failed.mjs REPORT

import { readFileSync } from 'node:fs';

const tests_told = 10, lines_told = 40;

const entities = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' };
const text_of = xml => xml.replace(/&(\w+);/g, (entity, name) => entities[name] ?? entity);

const report = readFileSync(process.argv[2], 'utf8');
const failed = [...report.matchAll(/<testcase name="([^"]*)"[^>]*status="fail"[\s\S]*?<\/testcase>/g)];
for (const [test, name] of failed.slice(0, tests_told)) {
  const said = text_of(test.match(/<system-out>([\s\S]*)<\/system-out>/)?.[1] ?? '').trimEnd().split('\n');
  // TAP says "not ok" where it failed, and goes on.
  const from = said.findIndex(line => /^\s*not ok /.test(line));
  const told = from >= 0 ? said.slice(from, from + lines_told) : said.slice(-lines_told);
  console.log([`== ${text_of(name)}`, ...told].join('\n'));
}
if (failed.length > tests_told) console.log(`== and ${failed.length - tests_told} more that failed`);
