// Every screw of a board: what it goes through, and how deep what it is screwed into is.

import { bottom, heights, inside, lever_switch, posts, strip_board, wall } from './geometry.mjs';

/// { holds, count, of, size, long, through, into: [what, mm] }
export function screws(name, layers) {
  const { frame, carrier, post } = heights(name, layers);
  const is_reed = name === 'pico-matrix';
  return [
    { holds: 'the bottom', count: 16, of: 'brass', size: '3', long: 16, through: bottom, into: ['frame', frame] },
    { holds: "the frame's corners", count: 8, of: 'brass', size: '3', long: 30, through: wall, into: ['end of a short side', inside.y[1] - inside.y[0]] },
    { holds: 'the strip board', count: 4, of: 'brass', size: '2.5', long: 6, through: strip_board.thick, into: ['block', strip_board.block] },
    { holds: 'the switches under the lever', count: 4, of: 'brass', size: '2', long: 12, through: lever_switch.thick, into: ['block', lever_switch.block.wide] },
    is_reed ? { holds: 'the carrier', count: posts.length, of: 'brass', size: '3', long: 16, through: carrier, into: ['pillar', post] }
      : { holds: 'the carrier', count: posts.length, of: 'nylon', size: 'M3', long: post < 8 ? 6 : 8, through: carrier, into: ['spacer', Math.floor(post)] },
  ];
}

/// [count, what, what for], of the screws of one kind and size in one row.
export function screws_to_buy(name, layers) {
  const rows = new Map();
  for (const { holds, count, of, size, long } of screws(name, layers)) {
    const what = `screw of ${of}, ${size} × ${long}`;
    rows.set(what, [...rows.get(what) ?? [], [count, holds]]);
  }
  return [...rows].map(([what, uses]) => [uses.reduce((sum, [count]) => sum + count, 0), what,
    uses.length === 1 ? `hold ${uses[0][1]}` : `${uses.map(([count, holds]) => `${count} for ${holds}`).join(', ')}`]);
}
