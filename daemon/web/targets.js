// The operator's page: how each target fares, always as it is now, and the two things to do about it.

import { by_id } from '/dom.js';
import { is_sure } from '/sure.js';
import { Target } from '/target.js';
import { ask, forget_token, keep_token, Refused, token } from '/token.js';

const every_ms = 2_000; // as often as a target can change much
const main = by_id('targets'), confirm = by_id('confirm');
const shown = new Map(); // by name
let timer = null;

function show({ now, targets }) {
  for (const [name, target] of shown)
    if (!targets.some(other => other.name === name)) {
      target.root.remove();
      shown.delete(name);
    }
  for (const target of targets) {
    if (!shown.has(target.name)) {
      shown.set(target.name, new Target(target, act));
      main.append(shown.get(target.name).root);
    }
    shown.get(target.name).show(target, now);
  }
  by_id('empty').hidden = targets.length > 0;
}

function say_connection(text, is_live) {
  by_id('connection').textContent = text;
  document.body.classList.toggle('live', is_live);
  document.body.classList.toggle('lost', !is_live && text !== '');
}

// --- the token ---

/// Asks for it. Nothing of what another one showed stays.
function ask_for_token(why) {
  clearTimeout(timer);
  forget_token();
  if (confirm.open) confirm.close();
  shown.clear();
  main.replaceChildren();
  say_connection('', false);
  by_id('said').textContent = '';
  by_id('empty').hidden = by_id('leave').hidden = true;
  by_id('enter').hidden = false;
  if (why) by_id('why').textContent = why;
  by_id('token').focus();
}

by_id('enter').addEventListener('submit', event => {
  event.preventDefault();
  const text = by_id('token').value.trim();
  by_id('token').value = '';
  if (!/^[\x21-\x7e]+$/.test(text)) return ask_for_token('This is no token.');
  keep_token(text);
  refresh();
});
by_id('leave').addEventListener('click', () => ask_for_token('The token is forgotten.'));

const why_not = {
  401: 'This token opens nothing here: it is wrong, revoked or out of date.',
  403: 'This token is not an operator’s.',
  404: 'This daemon has no tokens: name a file of them in its configuration, tokens = "hall.tokens".',
};

// --- what is shown ---

async function refresh() {
  clearTimeout(timer);
  if (!token()) return;
  const asked_with = token();
  try {
    const told = await ask('/api/targets');
    if (asked_with !== token()) return; // forgotten meanwhile
    by_id('enter').hidden = true;
    by_id('leave').hidden = false;
    show(told);
    say_connection('Live', true);
  } catch (error) {
    if (asked_with !== token()) return;
    if (why_not[error.status]) return ask_for_token(why_not[error.status]);
    say_connection(error instanceof Refused ? `${error.message}. Trying again…` : 'Connection lost. Trying again…', false);
  }
  clearTimeout(timer);
  timer = setTimeout(() => document.hidden || refresh(), every_ms);
}
document.addEventListener('visibilitychange', () => document.hidden || refresh());

// --- what is done ---

const question = name => [
  `Reset ${name}, and push all games again?`,
  `The round on the site is emptied, and its viewers see it empty for a moment. Then all games that are on `
    + `the boards are sent again, as the boards have them. Games that had left their boards before the daemon’s last start are not: they stay away.`,
];
const answers = { yes: 'Reset and push again', no: 'Leave it as it is' };

async function act(verb, name) {
  const said = by_id('said');
  if (verb === 'reset' && !(await is_sure(question(name), answers))) return;
  try {
    const { answer } = await ask('/api/command', { targets: { [verb]: name } });
    said.textContent = `${answer[0].toUpperCase()}${answer.slice(1)}.`;
  } catch (error) {
    said.textContent = error instanceof Refused ? `Not done: ${error.message}.` : 'Not done: the connection is lost.';
  }
  refresh();
}

if (!isSecureContext) by_id('in-the-clear').hidden = false;
else if (token()) refresh();
else ask_for_token();
