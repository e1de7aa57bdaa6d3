// The small faults that can be put into a C++ source, each at one place: a comparison, a bound, a condition, a sign, a
// constant or a statement is not what it was. Comments, texts, directives and what is decided by the compiler stay.

const swaps = [
  [' < ', ' <= '], [' <= ', ' < '], [' > ', ' >= '], [' >= ', ' > '], [' == ', ' != '], [' != ', ' == '],
  [' && ', ' || '], [' || ', ' && '], [' + ', ' - '], [' - ', ' + '], [' += ', ' -= '], [' -= ', ' += '],
];
const words = { true: 'false', false: 'true' };

// SOURCE with blanks for comments, texts and directives, so that places stay where they are.
export function code_alone(source) {
  const blank = (text) => text.replace(/[^\n]/g, ' ');
  return source
    .replace(/R"(\w*)\([^]*?\)\1"|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)+'|\/\/[^\n]*|\/\*[^]*?\*\//g, (text, _, at) =>
      /^'/.test(text) && /[0-9a-fA-F]/.test(source[at - 1] ?? '') ? text : blank(text)) // 10'000 is a number
    .replace(/^[ \t]*#.*(?:\\\n.*)*$/gm, blank)
    .replace(/^\s*(?:static_assert\b|using\b|template\b|namespace\b|inline constexpr char)[^;{]*/gm, blank);
}

function closing(code, open) {
  let depth = 0;
  for (let at = open; at < code.length; ++at) {
    if (code[at] === '(') ++depth;
    if (code[at] === ')' && --depth === 0) return at;
  }
  return -1;
}

// Every mutation of SOURCE: { at, was, is }, `was` standing at the offset `at`.
export function mutations_of(source) {
  const code = code_alone(source), all = [];
  const add = (at, was, is) => all.push({ at, was, is });
  for (const [was, is] of swaps)
    for (let at = code.indexOf(was); at >= 0; at = code.indexOf(was, at + 1)) add(at, was, is);
  for (const { 0: was, index } of code.matchAll(/\b(?:true|false)\b/g)) add(index, was, words[was]);
  for (const { 0: was, index } of code.matchAll(/(?<![\w.'])\d[\d']*(?![\w.'])/g))
    add(index, was, String(Number(was.replaceAll("'", '')) + 1));
  for (const { 0: start, index } of code.matchAll(/\b(?:if|while) (?:constexpr )?\(/g)) {
    const open = index + start.length - 1, close = closing(code, open);
    const condition = source.slice(open + 1, close);
    if (close < 0 || start.includes('constexpr') || /;|^(?:const )?auto\b|\w[*&]? \w+ = /.test(condition)) continue;
    add(open, source.slice(open, close + 1), `(!(${condition}))`);
  }
  // A statement in a line of its own: a call, or what is given to a name that was there.
  for (const { 0: line, index } of code.matchAll(/^ +(?:[\w.\->:[\]]+(?:\(.*\)| (?:=|\+=|-=|\|=|&=) .*)|(?:\+\+|--)[\w.\->]+);$/gm)) {
    if (/\breserve\(|^ +(?:return|co_return|break|continue|else)\b/.test(line)) continue;
    if (!/(?:^|[;{}):])$/.test(code.slice(0, index).trimEnd())) continue; // it goes on with what stands before it
    const at = index + line.search(/\S/);
    add(at, source.slice(at, index + line.length), ';');
  }
  return all.sort((a, b) => a.at - b.at || a.is.localeCompare(b.is));
}

export const mutated = (source, { at, was, is }) => source.slice(0, at) + is + source.slice(at + was.length);

// Numbers from 0 below `end`, the same for the same seed (mulberry32).
export function random(seed) {
  let state = seed >>> 0;
  return (end) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % end;
  };
}
