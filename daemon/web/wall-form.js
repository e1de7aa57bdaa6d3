// How the wall of boards is shown, in a form: what the configuration's file has, and what is saved there.

import { words } from '/organiser-words.js';
import { SettingsForm } from '/settings-form.js';

const whole = text => (text === '' ? null : /^\d{1,4}$/.test(text) ? Number(text) : undefined);

function numbers(text) {
  const all = text.split(/[\s,]+/).filter(Boolean).map(whole);
  return all.includes(undefined) ? undefined : all.length ? all : null;
}

/// `{ values }` as daemon/adoubed/wall_form.hpp has them, or `{ fields }` with what is wrong; `text` by field, `openings` a flag. Pure.
export function wall_entered({ boards, featured, page, turn_s, openings, frame_ancestors }) {
  const sites = frame_ancestors.split(/[\s,;]+/).filter(Boolean);
  const values = { boards: boards.replace(/\s/g, '') || null, featured: numbers(featured), page: whole(page.trim()), turn_s: whole(turn_s.trim()), openings,
    frame_ancestors: sites.length ? sites : null };
  const wrong = Object.keys(values).filter(field => values[field] === undefined);
  return wrong.length ? { fields: Object.fromEntries(wrong.map(field => [field, words.wall.wrong[field]])) } : { values };
}

const texts = ['boards', 'featured', 'page', 'turn_s', 'frame_ancestors'];

export class WallForm {
  #inputs;

  /// `acts`: `ask(path, said)`, `sure(question)`.
  constructor(root, acts) {
    this.#inputs = root.querySelector('form').elements;
    this.#fill({});
    new SettingsForm(root, acts, { name: 'wall', path: '/api/wall', fill: wall => this.#fill(wall), entered: () => this.#entered() });
  }

  #fill(wall) {
    for (const field of texts) this.#inputs[field].value = [wall[field] ?? ''].flat().join(field === 'featured' ? ', ' : ' ');
    this.#inputs.openings.checked = wall.openings ?? false;
  }

  #entered() {
    return wall_entered({ ...Object.fromEntries(texts.map(field => [field, this.#inputs[field].value])), openings: this.#inputs.openings.checked });
  }
}
