// The field of disc magnets. mm, mT, T; "below" is from the magnet's lower face downwards.

/// Br, the middle of what is sold as that grade; a disc loses 0.12 % of it with each kelvin (makers' data sheets).
export const remanence_t = { N35: 1.19, N42: 1.3, N52: 1.44 };
export const magnet_per_kelvin = -0.0012;

export const disc = (diameter_mm, height_mm, grade = 'N35') => ({ diameter_mm, height_mm, remanence_t: remanence_t[grade] });

/// Bulirsch's complete elliptic integral. Each round doubles the digits.
function cel(kc, p, c, s) {
  const close_enough = 1e-9;
  let k = Math.abs(kc), em = 1;
  if (p > 0) {
    p = Math.sqrt(p);
    s /= p;
  } else {
    const f = kc * kc, q = 1 - f, g = 1 - p;
    const root = Math.sqrt((f - p) / g);
    c = (c - s) / g;
    s = -(q * (s - c * p)) / (g * g * root) + c * root;
    p = root;
  }
  let f = c;
  c += s / p;
  s = 2 * (s + f * k / p);
  p += k / p;
  let g = em;
  em += k;
  for (let e = k; Math.abs(g - k) > g * close_enough;) {
    k = 2 * Math.sqrt(e);
    e = k * em;
    f = c;
    c += s / p;
    g = e / p;
    s = 2 * (s + f * g);
    p += g;
    g = em;
    em += k;
  }
  return Math.PI / 2 * (s + c * em) / (em * (em + p));
}

/// Along the axis, positive under the disc: it is a coil of sheet current (Derby and Olbert, "Cylindrical magnets
/// and ideal solenoids", 2010).
export function field_mt({ diameter_mm, height_mm, remanence_t: br }, across_mm, below_mm) {
  const radius = diameter_mm / 2, sum = radius + across_mm, difference = radius - across_mm;
  const from_end = z => {
    const far = Math.hypot(z, sum);
    return z / far * cel(Math.hypot(z, difference) / far, (difference / sum) ** 2 || 1e-18, 1, difference / sum);
  };
  return 1000 * br / Math.PI * radius / sum * (from_end(below_mm + height_mm) - from_end(below_mm));
}

/// The same from charges on both faces, in rings and angles; slow, and another derivation.
export function field_of_charges_mt({ diameter_mm, height_mm, remanence_t: br }, across_mm, below_mm, rings = 200, angles = 180) {
  let sum = 0;
  for (let ring = 0; ring < rings; ++ring) {
    const radius = (ring + 0.5) / rings * diameter_mm / 2;
    for (let angle = 0; angle < angles; ++angle) {
      const turn = (angle + 0.5) / angles * Math.PI; // the other half is the same
      const squared = across_mm ** 2 + radius ** 2 - 2 * across_mm * radius * Math.cos(turn);
      const of_face = z => z / (squared + z * z) ** 1.5;
      sum += radius * (of_face(below_mm) - of_face(below_mm + height_mm));
    }
  }
  return 1000 * br / (4 * Math.PI) * sum * (diameter_mm / 2 / rings) * (2 * Math.PI / angles);
}

const step_mm = 0.5, most_across_mm = 130, most_below_mm = 130;

/// A disc's field looked up, linear between points half a millimetre apart; averaged over `blade_mm` downwards. Further
/// off it is that of a dipole: thirty pieces far away add up to some steps.
export class FieldTable {
  constructor(of_disc, { least_mm = 3, blade_mm = 0 } = {}) {
    this.least_mm = least_mm;
    const { diameter_mm, height_mm, remanence_t: br } = of_disc;
    this.moment = br / (4e-7 * Math.PI) * Math.PI * (diameter_mm / 2) ** 2 * height_mm * 1e-9; // A m²
    this.to_middle_mm = (height_mm + blade_mm) / 2;
    this.columns = most_across_mm / step_mm + 1;
    this.rows = Math.ceil((most_below_mm - least_mm) / step_mm) + 1;
    const longer = blade_mm / step_mm;
    const axial = this.#filled(this.rows + longer, (across, below) => field_mt(of_disc, across, below));
    this.field = longer === 0 ? axial : this.#averaged(axial, longer);
  }
  #filled(rows, field) {
    const table = new Float64Array(rows * this.columns);
    for (let row = 0, at = 0; row < rows; ++row)
      for (let column = 0; column < this.columns; ++column, ++at) table[at] = field(column * step_mm, this.least_mm + row * step_mm);
    return table;
  }
  #averaged(axial, longer) { // by trapezoids
    const table = new Float64Array(this.rows * this.columns);
    for (let at = 0; at < table.length; ++at) {
      let sum = (axial[at] + axial[at + longer * this.columns]) / 2;
      for (let more = 1; more < longer; ++more) sum += axial[at + more * this.columns];
      table[at] = sum / longer;
    }
    return table;
  }
  at(across_mm, below_mm) {
    const across = across_mm / step_mm, below = (below_mm - this.least_mm) / step_mm;
    if (below < 0) throw new RangeError('nearer to a magnet than its field is known');
    if (across >= this.columns - 1 || below >= this.rows - 1) return this.#dipole(across_mm, below_mm + this.to_middle_mm);
    const column = Math.floor(across), row = Math.floor(below);
    const right = across - column, down = below - row;
    const at = row * this.columns + column, next = at + this.columns;
    const { field } = this;
    return (field[at] * (1 - right) + field[at + 1] * right) * (1 - down)
      + (field[next] * (1 - right) + field[next + 1] * right) * down;
  }
  #dipole(across_mm, below_mm) {
    const [r2, z2] = [across_mm ** 2, below_mm ** 2];
    return 1e-7 * this.moment * (2 * z2 - r2) / (r2 + z2) ** 2.5 * 1e9 * 1000; // from mm to m, from T to mT
  }
}
