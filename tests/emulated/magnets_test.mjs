// The world's magnets: formulas of text books, figures that were computed elsewhere, and a second derivation.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { disc, field_mt, field_of_charges_mt, FieldTable } from './lib/magnets.mjs';

const near = (seen, wanted, by, what) => assert.ok(Math.abs(seen - wanted) <= by, `${what}: ${seen}, not ${wanted}`);
const magnet = disc(10, 3);

test('on the axis it is what text books say', () => {
  for (const { diameter_mm, height_mm, remanence_t } of [magnet, disc(12, 3), disc(18, 3, 'N52')])
    for (const below of [2, 5, 12, 20, 40]) {
      const end = z => z / Math.hypot(z, diameter_mm / 2);
      const wanted = 500 * remanence_t * (end(below + height_mm) - end(below));
      near(field_mt({ diameter_mm, height_mm, remanence_t }, 0, below), wanted, 1e-6 * wanted, `${below} below`);
    }
});

/// Across from the axis, where it changes its sign, and the most negative beyond.
function null_and_lobe(below) {
  let across = 0;
  while (field_mt(magnet, across, below) > 0) across += 0.01;
  let lobe = 0;
  for (let far = across; far < 5 * across; far += 0.1) lobe = Math.min(lobe, field_mt(magnet, far, below));
  return [across, lobe];
}

test('10 x 3 mm of N35: on the axis, its null and its lobe at six gaps', () => {
  const computed = [[4, 112, 9.2, -4.0], [5, 84, 10.5, -2.5], [8, 37, 14.4, -0.87], [12, 15.2, 19.8, -0.31],
    [16, 7.5, 25.3, -0.15], [20, 4.2, 30.9, -0.08]];
  for (const [below, on_axis, null_at, lobe] of computed) {
    const [seen_null, seen_lobe] = null_and_lobe(below);
    const top = field_mt(magnet, 0, below);
    console.log(`gap ${below}: ${top.toFixed(2)} mT, null at ${seen_null.toFixed(2)} mm, lobe ${seen_lobe.toFixed(3)} mT`);
    near(top, on_axis, 0.01 * on_axis, `on the axis ${below} below`);
    near(seen_null, null_at, 0.08, `null ${below} below`);
    near(seen_lobe, lobe, 0.03 * -lobe + 0.005, `lobe ${below} below`);
  }
});

test('charges on both faces make the same field as the current around it', () => {
  for (const below of [4, 8, 20])
    for (const across of [0, 3, 4.9, 5, 5.1, 8, 15, 30, 55])
      near(field_mt(magnet, across, below), field_of_charges_mt(magnet, across, below), 0.004, `${across} across, ${below} below`);
});

test('the table is near enough to both', () => {
  const table = new FieldTable(disc(12, 3), { least_mm: 4 });
  for (const below of [5.2, 8.3, 19.7, 40.1])
    for (const across of [0.2, 5.9, 13.3, 30.2, 60.7]) {
      const exact = field_mt(disc(12, 3), across, below);
      near(table.at(across, below), exact, 0.006 * Math.abs(exact) + 0.12 * (8 / below) ** 4, `${across} across, ${below} below`);
    }
  for (const [across, below] of [[129.9, 20], [130.1, 20], [300, 20], [50, 131]]) {
    const exact = field_mt(disc(12, 3), across, below);
    near(table.at(across, below), exact, 0.02 * Math.abs(exact), `${across} across, ${below} below`);
  }
  assert.throws(() => table.at(0, 3), RangeError);
  // As an upright reed feels it.
  const blades = new FieldTable(disc(18, 3), { least_mm: 10, blade_mm: 14 });
  let sum = 0;
  for (let n = 0; n < 1400; ++n) sum += field_mt(disc(18, 3), 18, 18 + (n + 0.5) / 100);
  near(blades.at(18, 18), sum / 1400, 0.01, 'mean along a reed');
});
