// The question before what cannot be undone with one button. The page has a dialog "confirm" for it.

import { by_id, set } from '/dom.js';

/// Whether the answer is yes. `words`: `{ yes, no }`; without an answer it is no.
export function is_sure([title, text], { yes, no }) {
  const dialog = by_id('confirm');
  set(by_id('confirm-title'), title);
  set(by_id('confirm-text'), text);
  set(by_id('cancel'), no);
  set(by_id('go'), yes);
  by_id('cancel').onclick = () => dialog.close();
  by_id('go').onclick = () => dialog.close('go');
  return new Promise(resolve => {
    dialog.returnValue = '';
    dialog.addEventListener('close', () => resolve(dialog.returnValue === 'go'), { once: true });
    dialog.showModal();
  });
}
