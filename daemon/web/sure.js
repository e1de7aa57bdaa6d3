// The question before what cannot be undone with one button. The page has a dialog "confirm" for it.

import { by_id, set } from '/dom.js';
import { isolated } from '/names.js';

/// Whether the answer is yes. `words`: `{ yes, no }`; without an answer it is no.
export function is_sure([title, text], { yes, no }) {
  const dialog = by_id('confirm');
  set(by_id('confirm-title'), isolated(title));
  set(by_id('confirm-text'), isolated(text));
  set(by_id('cancel'), no);
  set(by_id('go'), yes);
  return new Promise(resolve => {
    const answer = is_yes => () => {
      resolve(is_yes);
      dialog.close();
    };
    by_id('cancel').onclick = answer(false);
    by_id('go').onclick = answer(true);
    dialog.oncancel = () => resolve(false); // Escape
    // The page closed it. The end of an earlier question may be heard only here: then this one is open.
    dialog.onclose = () => dialog.open || resolve(false);
    dialog.showModal();
  });
}
