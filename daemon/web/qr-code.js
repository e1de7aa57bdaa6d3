// A QR code, drawn in the page.

const svg_namespace = 'http://www.w3.org/2000/svg', quiet = 4; // modules around it, ISO/IEC 18004

/// `code`: `{ side, path }` as of POST /api/code; `label` says what it is for.
export function draw_code(parent, { side, path }, label) {
  const svg = document.createElementNS(svg_namespace, 'svg'), dark = document.createElementNS(svg_namespace, 'path');
  const whole = side + 2 * quiet;
  for (const [name, value] of Object.entries({ viewBox: `${-quiet} ${-quiet} ${whole} ${whole}`, class: 'qr-code', role: 'img', 'aria-label': label }))
    svg.setAttribute(name, value);
  dark.setAttribute('d', path);
  svg.append(dark);
  parent.append(svg);
}
