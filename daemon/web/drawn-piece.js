// A single piece, as it is drawn on the boards.

const svg_namespace = 'http://www.w3.org/2000/svg';

/// Of a letter of FEN.
export function drawn(letter) {
  const svg = document.createElementNS(svg_namespace, 'svg'), use = document.createElementNS(svg_namespace, 'use');
  svg.setAttribute('viewBox', '0 0 40 40');
  use.setAttribute('href', `/pieces.svg#${letter === letter.toUpperCase() ? 'w' : 'b'}${letter.toLowerCase()}`);
  svg.append(use);
  return svg;
}
