// The language of a public page: asked for by its address (?lang=pt), else the browser's, else English. A language is a
// file, language-CODE.js, whose words are those of language-en.js; the build finds it.

import { codes } from '/languages.js';

const asked = new URLSearchParams(location.search).get('lang');
const spoken = text => (text ?? '').toLowerCase().split('-')[0];

/// "pt": the first of what is asked for that is there.
export const code = [asked, ...navigator.languages].map(spoken).find(one => codes.includes(one)) ?? 'en';

const english = (await import('/language-en.js')).default;
/// All keys of language-en.js; a word that the language lacks is the English one.
export const words = { ...english, ...(await import(`/language-${code}.js`)).default };

/// The words at `key`, with {name} replaced by `values.name`.
export const say = (key, values = {}) => words[key].replace(/\{(\w+)\}/g, (_, name) => values[name] ?? '');

const plain = new Intl.NumberFormat(code, { useGrouping: false });
export const number_text = number => plain.format(number);

const unit = (number, name) => new Intl.NumberFormat(code, { style: 'unit', unit: name, unitDisplay: 'long' }).format(number);
const list = new Intl.ListFormat(code, { style: 'narrow', type: 'unit' });

/// "15 minutes", "1 hour 5 minutes 9 seconds".
export function time_text(ms) {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const parts = [[Math.floor(seconds / 3600), 'hour'], [Math.floor(seconds / 60) % 60, 'minute'], [seconds % 60, 'second']];
  const told = parts.filter(([number]) => number > 0).map(([number, name]) => unit(number, name));
  return told.length ? list.format(told) : unit(0, 'second');
}

/// The address of another page of this hall, in the language that was asked for.
export function address(path, query = {}) {
  const all = new URLSearchParams(query);
  if (asked) all.set('lang', asked);
  return all.size ? `${path}?${all}` : path;
}

// Words that stand in the HTML: data-say names those of a text, data-label those of aria-label and title.
document.documentElement.lang = code;
for (const node of document.querySelectorAll('[data-say]')) node.textContent = say(node.dataset.say);
for (const node of document.querySelectorAll('[data-label]')) {
  node.setAttribute('aria-label', say(node.dataset.label));
  node.title = say(node.dataset.label);
}
for (const link of document.querySelectorAll('a[data-page]')) link.href = address(link.dataset.page);

/// As its own speakers write it where it stands alone.
function name_of_language(one) {
  const name = new Intl.DisplayNames(one, { type: 'language' }).of(one);
  return name[0].toLocaleUpperCase(one) + name.slice(1);
}

const choice = document.getElementById('language');
if (choice) {
  choice.append(...codes.map(value => Object.assign(document.createElement('option'), { value, lang: value, textContent: name_of_language(value) })));
  choice.value = code;
  choice.addEventListener('change', () => {
    const query = new URLSearchParams(location.search);
    query.set('lang', choice.value);
    location.search = query;
  });
}
