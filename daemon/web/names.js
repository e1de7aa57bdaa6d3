// Names of people, each in a <bdi>: one in Arabic or Hebrew would turn what stands beside it, as " – " and a result.

import { element } from '/dom.js';

export const put_name = (parent, name) => element('bdi', parent, name);

/// "White – Black" in `node`.
export function set_names(node, names) {
  if (node.textContent === names.join(' – ')) return;
  node.replaceChildren(...names.flatMap((name, at) => [...(at ? [' – '] : []), put_name(null, name)]));
}

const word = '[\\u0590-\\u08ff\\ufb1d-\\ufdff\\ufe70-\\ufefc\\u{10800}-\\u{10fff}\\u{1e800}-\\u{1efff}]+';
const turning = new RegExp(`${word}(?:(?:, ?|\\. ?|[ '’-])${word})*`, 'gu');
/// For a text that holds no elements, as a title, and for a sentence of the daemon's: the names in it that would turn the rest
/// stand between U+2068 and U+2069.
export const isolated = text => text.replace(turning, name => `\u2068${name}\u2069`);
