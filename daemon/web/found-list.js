// What was found, sentence by sentence, under a title.

import { element } from '/dom.js';
import { isolated } from '/names.js';

/// Nothing where there are none. `kind`: "wrong", "remarks" or "changes", as in operator.css.
export function list_found(parent, title, sentences, kind) {
  if (!sentences.length) return;
  const part = element('div', parent, '', { class: kind });
  element('p', part, title);
  const list = element('ul', part);
  for (const one of sentences) element('li', list, isolated(one));
}
