// What lies under a piece: layers from the magnet's lower face down, with their tolerances.

/// A TO-92 (LPG), lying with its marked face up: from that face to the sensing element, and its whole thickness.
export const package_mm = { element: 0.6, whole: 1.5 };

const under_piece = [
  { what: "glue under the magnet's face", mm: 0.5, within: 0.1, colour: '#d8c27a' },
  { what: 'felt under the piece', mm: 1, within: 0.1, colour: '#5b8f5b' },
];

/// { layers, gap, within }: their sum down to the sensing element, or to a reed that is as high as it may be.
export function layers_in({ top, gap, reed_below_magnet }) {
  const element = gap === null ? [] : [{ what: 'package above the sensing element', mm: package_mm.element, within: 0.1, colour: '#555' }];
  const whole = gap ?? reed_below_magnet;
  const rest = whole - top - [...under_piece, ...element].reduce((sum, { mm }) => sum + mm, 0);
  const layers = [
    ...under_piece,
    { what: 'top, plywood', mm: top, within: 0.1, colour: '#c9a06c' },
    gap === null
      ? { what: 'free above the highest reed', mm: rest, within: null, colour: '#fff' }
      : { what: 'free, set by spacers', mm: Number(rest.toFixed(1)), within: 0.1, colour: '#fff' },
    ...element,
  ];
  // A spacer stands on the carrier, as the package does: it is as long as the free height and the whole package.
  const spacer = gap === null ? null : Number((rest + package_mm.whole).toFixed(1));
  return { layers, package_whole: package_mm.whole, gap: whole, within: gap === null ? null : 0.5, top, spacer, sum_above: spacer === null ? null : Number((top + spacer).toFixed(1)) };
}
