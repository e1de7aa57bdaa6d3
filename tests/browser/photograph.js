// Pictures of pages, for people to look at, where ADOUBE_SCREENSHOTS names a folder for them.

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

const folder = process.env.ADOUBE_SCREENSHOTS;
if (folder) mkdirSync(folder, { recursive: true });

// As the page looks once all that moves has come to rest. `fullPage`: also what lies below the window.
export const picture = async (page, name, { fullPage = false } = {}) =>
  folder && page.screenshot({ path: join(folder, `${name}.png`), fullPage, animations: 'disabled' });
