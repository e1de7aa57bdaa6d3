// How boards are laid out on a screen. Pure: sizes in CSS pixels in, sizes out.

export const gap = 20;

// A card's width and height, the side of its board being 1, as wall.css draws it: names above and below the board, or
// all words at its right.
const shapes = { tall: { width: 1.06, height: 1.31 }, wide: { width: 1.72, height: 1.06 } };
/// Of the largest cards that are possible, so much may be given up for fewer empty places.
const near_enough = 0.93;

function fitted(shape, columns, rows, width, height) {
  const { width: wide, height: high } = shapes[shape];
  const side = Math.min(((width + gap) / columns - gap) / wide, ((height + gap) / rows - gap) / high);
  return { shape, columns, rows, side, card: Math.floor(side * wide) };
}

/// As a card of twice the size is more than twice as high, by what it takes from the gap between two.
const beyond_rows = gap / 4;

/// The grid for `count` cards and, before them, `featured` of twice the size. `empty`: places that nothing takes.
export function best_grid(count, featured, width, height) {
  const all = [];
  const places = count + 4 * featured;
  for (let columns = featured ? 2 : 1; columns <= Math.max(places, 2); ++columns) {
    const rows = Math.max(featured && 2 * Math.ceil(featured / (columns >> 1)), Math.ceil(places / columns));
    const high = height - (featured ? beyond_rows * (rows >> 1) : 0);
    for (const shape of Object.keys(shapes)) all.push({ ...fitted(shape, columns, rows, width, high), empty: columns * rows - places });
  }
  const largest = Math.max(...all.map(({ side }) => side));
  const good = all.filter(({ side }) => side >= near_enough * largest);
  return good.sort((a, b) => a.empty - b.empty || b.side - a.side)[0];
}

/// The side of the smallest board that is read across a room: a fifth of the screen's height, or of its width.
export const smallest_side = (width, height) => Math.max(0.2 * Math.min(width, height), 170);

/// How many of `count` cards are on a page, so that none is smaller than `smallest` and pages are equally full; `most`: of
/// all on a page.
export function on_page(count, featured, width, height, smallest, most = Infinity) {
  let fits = Math.max(1, Math.min(count, most - featured));
  while (fits > 1 && best_grid(fits, featured, width, height).side < smallest) --fits;
  return Math.ceil(count / Math.ceil(count / fits));
}

/// What is on `page` of `pages`, which are equally full but for one.
export const of_page = (all, page, pages) => all.slice(Math.ceil(page * all.length / pages), Math.ceil((page + 1) * all.length / pages));

/// Seconds to the next of `pages`: each is seen within a minute, unless that is too fast to read.
export const turn_after_s = pages => Math.min(20, Math.max(6, Math.floor(60 / pages)));
