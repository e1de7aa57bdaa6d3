// The house as its includes and its CMake targets have it.

import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, isAbsolute, join } from 'node:path';

/// Of each source and header under these folders, the files of ours that it includes.
export function includes_of(root, folders) {
  const found = new Map();
  const look = (folder) => {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) look(path);
      else if (/\.[ch]pp$/.test(path)) found.set(path, readFileSync(join(root, path), 'utf8'));
    }
  };
  folders.forEach(look);
  const ours = new Map();
  for (const [path, text] of found) {
    const named = [...text.matchAll(/^\s*#\s*include\s+"([^"]+)"/gm)].map(([, name]) => name);
    ours.set(path, named.map((name) => (found.has(name) ? name : join(dirname(path), name))).filter((name) => found.has(name)));
  }
  return ours;
}

/// Each circle of units; a header and the source of its name are one unit.
export function circles(includes) {
  const unit = (path) => path.replace(/\.[ch]pp$/, '');
  const knows = new Map();
  for (const [path, named] of includes) {
    const others = knows.get(unit(path)) ?? new Set();
    for (const name of named) if (unit(name) !== unit(path)) others.add(unit(name));
    knows.set(unit(path), others);
  }
  return circles_of(knows);
}

/// The strongly connected parts with more than one member (Tarjan).
export function circles_of(knows) {
  const order = new Map(), low = new Map(), open = [], found = [];
  const visit = (at) => {
    order.set(at, order.size);
    low.set(at, order.get(at));
    open.push(at);
    for (const next of knows.get(at) ?? []) {
      if (!order.has(next)) visit(next);
      if (open.includes(next)) low.set(at, Math.min(low.get(at), low.get(next)));
    }
    if (low.get(at) !== order.get(at)) return;
    const circle = open.splice(open.indexOf(at));
    if (circle.length > 1) found.push(circle.sort());
  };
  for (const at of knows.keys()) if (!order.has(at)) visit(at);
  return found;
}

/// From lines NAME|FOLDER|SOURCES|LINKS, as CMake writes them.
export function rooms_of(text) {
  const rooms = new Map();
  for (const line of text.split('\n').filter(Boolean)) {
    const [name, folder, sources, links] = line.split('|');
    const files = sources.split(' ').filter((source) => source && !isAbsolute(source)).map((source) => join(folder, source)); // not what is generated
    rooms.set(name, { files, folders: files.length ? files.map(dirname) : [folder], links: links.split(' ').filter(Boolean) });
  }
  return rooms;
}

/// `FILE includes FILE`, where a room includes one that its target does not link, directly or by others. A header
/// belongs to the room that has the source of its name, else to each that has sources in its folder; what is in no room
/// may be included by all, but tests by tests alone.
export function upward_includes(includes, rooms) {
  const below = new Map();
  const reach = (name) => {
    if (!below.has(name)) {
      below.set(name, new Set([name]));
      for (const link of rooms.get(name)?.links ?? []) for (const each of reach(link)) below.get(name).add(each);
    }
    return below.get(name);
  };
  const owners = (path) => {
    const by = (test) => [...rooms].filter(([, room]) => test(room)).map(([name]) => name);
    const own = by((room) => room.files.includes(path.replace(/\.hpp$/, '.cpp')));
    return own.length || path.endsWith('.cpp') ? own : by((room) => room.folders.includes(dirname(path)));
  };
  const is_test = (path) => path.startsWith('tests/');
  const may = (path, name) => {
    const from = owners(path), to = owners(name);
    if (is_test(name) && !is_test(path)) return false;
    return !from.length || !to.length || from.some((room) => to.some((other) => reach(room).has(other)));
  };
  return [...includes].flatMap(([path, named]) => named.filter((name) => !may(path, name)).map((name) => `${path} includes ${name}`));
}

/// What the document at `path` puts in backquotes and is a file, a folder or a test of ours by its looks, but is not
/// there. Files with a folder are looked for beside the document, in `daemon/` and at the root, others anywhere.
export function names_of_nothing(path, text, files) {
  const folders = new Set(files.flatMap((file) => file.split('/').slice(0, -1).map((_, at, parts) => parts.slice(0, at + 1).join('/'))));
  const stems = new Set(files.map((file) => basename(file).replace(/\.\w+$/, '')));
  const is_there = (name) => {
    if (/_test$/.test(name)) return stems.has(basename(name));
    if (!name.includes('/')) return files.some((file) => basename(file) === name);
    const places = [dirname(path), 'daemon', '.'].map((folder) => join(folder, name).replace(/\/$/, ''));
    return places.some((place) => files.includes(place) || folders.has(place));
  };
  const prose = text.replace(/```[^]*?```/g, '');
  const named = [...prose.matchAll(/`([a-z0-9_.-]+(?:\/[a-z0-9_.-]+)*\/?)`/g)].map(([, name]) => name);
  return named.filter((name) => /(\.(?:[ch]pp|m?js|md|css|html)|\/|_test)$/.test(name) && !is_there(name));
}

/// Links of the document at `path` to a file or a heading that is not there. `documents`: all texts, by path.
export function links_to_nothing(path, documents, files) {
  const prose = documents.get(path).replace(/```[^]*?```/g, '');
  const links = [...prose.matchAll(/\]\(([^)\s]+)\)|^\[[^\]]+\]: (\S+)$/gm)].map(([, inline, below]) => inline ?? below);
  return links.filter((link) => {
    if (/^\w+:/.test(link)) return false;
    const [file, anchor] = link.split('#');
    const to = file ? join(dirname(path), file).replace(/\/$/, '') : path;
    if (!files.some((one) => one === to || one.startsWith(`${to}/`))) return true;
    return Boolean(anchor) && documents.has(to) && !anchors_of(documents.get(to)).has(anchor);
  });
}

/// As GitHub makes them of headings.
const anchors_of = (text) => new Set([...text.replace(/```[^]*?```/g, '').matchAll(/^#+ +(.+)$/gm)]
  .map(([, title]) => title.toLowerCase().replace(/[^\p{L}\p{N} _-]/gu, '').replaceAll(' ', '-')));

/// What the document has in bold and none of the pages says, whose sources are `pages`. Where a page fills something in, the
/// document has a number, a side or `…`.
export function words_of_no_page(text, pages) {
  const bold = [...text.replace(/```[^]*?```/g, '').matchAll(/\*\*([^*]+)\*\*/g)].map(([, words]) => words.replace(/\s+/g, ' '));
  const parts = (words) => words.split('…').map((part) => part.trim()).filter(Boolean);
  const said = (part) => new RegExp(part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/\d+|White|Black/g, '(?:$&|\\$\\{[^}]*\\})'));
  return bold.filter((words) => !parts(words).every((part) => pages.some((page) => said(part).test(page))));
}

/// Addresses in `sources`, texts by path: literals that begin with a slash, the endings of games' addresses, and what is asked of
/// a game's record.
export function addresses_in(sources) {
  const found = (text, form) => [...text.matchAll(form)].map(([, part]) => part);
  return new Set([...sources.values()].flatMap((text) => [
    ...found(text, /"(\/[a-z][^"\s\\]*)"/g),
    ...found(text, /id_in\(path, "(\.\w+)"\)/g).map((ending) => `/games/ID${ending}`),
    ...found(text, /path_suffix = "(\.\w+)"/g).map((ending) => `/games/ID${ending}`),
    ...found(text, /\{"([a-z.]+)", What::/g).map((question) => `/api/games/ID/${question}`)]));
}

/// Those that are none of `listed`, nor the beginning of one, up to what is filled in.
export const unlisted = (addresses, listed) =>
  [...addresses].filter((address) => !listed.some((one) => one === address || (address.endsWith('/') && one.startsWith(address))));

/// What the document's list under `heading` names as `[what, file, name of a test]`: items "- What: `file`, "name"; `file`, "name"".
export function scenarios_in(text, heading) {
  const [, after] = text.split(new RegExp(`^#+ ${heading}$`, 'm'));
  const items = after.split(/^#/m)[0].split(/^- /m).slice(1).map((item) => item.replace(/\s+/g, ' ').trim());
  return items.flatMap((item) => {
    const what = item.slice(0, item.indexOf(': `')), named = [...item.matchAll(/`([\w.]+)`, "([^"]+)"/g)];
    return named.length ? named.map(([, file, name]) => [what, file, name]) : [[item, '', '']];
  });
}

/// Those whose file, in `texts`, has no test of that name.
export const scenarios_without_test = (scenarios, texts) => scenarios.filter(([, file, name]) => {
  const tests = [...(texts.get(file) ?? '').matchAll(/^test\('((?:[^'\\]|\\.)*)'/gm)].map(([, one]) => one.replaceAll("\\'", "'"));
  return !tests.includes(name);
});
