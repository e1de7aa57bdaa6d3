import assert from 'node:assert/strict';
import { test } from 'node:test';

import { mutated, mutations_of, random } from './mutations.mjs';

const lines_of = (source) => mutations_of(source).map((each) => mutated(source, each).split('\n').find((line, at) => line !== source.split('\n')[at]).trim());

test('a comparison, a sign, a constant or a condition cannot be put wrong', () => {
  assert.deepEqual(lines_of('    if (a < 10 && b) return a + 1;\n').sort(), [
    'if (!(a < 10 && b)) return a + 1;',
    'if (a < 10 && b) return a + 2;',
    'if (a < 10 && b) return a - 1;',
    'if (a < 10 || b) return a + 1;',
    'if (a < 11 && b) return a + 1;',
    'if (a <= 10 && b) return a + 1;',
  ]);
  assert.deepEqual(lines_of("    return true ? 10'000 : x;\n"), ['return false ? 10\'000 : x;', 'return true ? 10001 : x;']);
});

test('a statement cannot be left out', () => {
  assert.deepEqual(lines_of('    games.erase(game);\n'), [';']);
  assert.deepEqual(lines_of('    open_ = closed;\n'), [';']);
  assert.deepEqual(lines_of('    ++count;\n'), [';']);
});

test('a comment, a text, a directive, a declaration or a template is put wrong', () => {
  for (const source of [
    '// a < b, 10\n', '/* a < b */\n', '#if X > 10\n', '    "a < b, 10 \\" && 1";\n', 'static_assert(a < 10);\n',
    "    case '1':\n", '    std::vector<int> a;\n', '    R"(a < 1)";\n', 'using a = b<10>;\n', '    all.reserve(n);\n', 'int x1;\n', '    return a ||\n        b.empty();\n'.replace('||', '|'),
  ])
    assert.deepEqual(mutations_of(source), [], source);
});

test('a condition that declares is negated', () => {
  assert.deepEqual(mutations_of('    if (const auto game = find(id)) return;\n'), []);
  assert.deepEqual(mutations_of('    if (auto at = find(id); at) return;\n'), []);
});

test('a seed does not give the same numbers again, or all of them the same', () => {
  const [once, again] = [random(7), random(7)];
  const numbers = Array.from({ length: 20 }, () => once(1000));
  assert.deepEqual(Array.from({ length: 20 }, () => again(1000)), numbers);
  assert.ok(new Set(numbers).size > 15);
});
