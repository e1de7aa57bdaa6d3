// What a layout on strip board has to keep: its copper is the netlist's, and everything has room.

import { heights, iron_apart, sensors, strip_board } from './geometry.mjs';
import { layers_of } from './boards.mjs';
import { edge, hole_at, hole_name, holes, in_case, mm_of, parts_on, pitch, screws, strips } from './strip_board.mjs';

const key = ({ strip, hole }) => strip * 100 + hole;
const through_wires = ({ part }) => part === 'CD74HC4067M' || part === 'AudioJack3';
const at_other = (netlist, { fields }) => through_wires(netlist.component(fields.At) ?? {});
/// Parts on the board, and those that wires lead to.
export const carried = netlist => netlist.components.filter(one => !one.fields.Square && !one.fields.Contact && !through_wires(one) && !at_other(netlist, one));
const wired_pins = netlist => netlist.components.filter(through_wires)
  .flatMap(({ ref, part }) => netlist.nets.flatMap(net => net.nodes.filter(node => node.ref === ref && (part === 'AudioJack3' || !/^I\d+$/.test(node.function)))));

/// Pieces of copper: of each hole its piece, and of each piece its pins and the nets that are on it.
export function copper(layout, netlist) {
  const cuts = new Set([...layout.cuts, ...screws].map(name => key(hole_at(name)))), of_hole = new Map(), parent = [];
  for (let strip = 0; strip < strips; ++strip) {
    let piece = -1;
    for (let hole = 1; hole <= holes; ++hole) {
      if (cuts.has(key({ strip, hole }))) { piece = -1; continue; }
      if (piece < 0) piece = parent.push(parent.length) - 1;
      of_hole.set(key({ strip, hole }), piece);
    }
  }
  const top = piece => (parent[piece] === piece ? piece : top(parent[piece]));
  const piece_at = hole => { const one = of_hole.get(key(hole)); return one === undefined ? undefined : top(one); };
  const needless = [];
  for (const ends of layout.links) {
    const [from, to] = ends.map(end => piece_at(hole_at(end)));
    if (from === undefined || to === undefined) continue;
    if (from === to) needless.push(ends.join(' to '));
    parent[from] = to;
  }
  const pins = [
    ...parts_on(layout).flatMap(({ pins: all }) => all).map(pin => ({ ...pin, net: netlist.net(pin.ref, pin.pin)?.name })),
    ...layout.wires.map(wire => ({ ...hole_at(wire.hole), ref: wire.ref ?? wire.to, pin: wire.pin ?? '', wire, net: wire.net ?? netlist.net(wire.ref, wire.pin)?.name })),
  ];
  const pieces = new Map();
  for (const pin of pins) {
    const piece = piece_at(pin);
    if (!pieces.has(piece)) pieces.set(piece, { nets: new Set(), pins: [] });
    pieces.get(piece).nets.add(pin.net);
    pieces.get(piece).pins.push(pin);
  }
  const net_at = hole => [...pieces.get(piece_at(hole))?.nets ?? []][0];
  return { piece_at, pieces, pins, needless, net_at };
}

const named = ({ ref, pin, wire }) => (wire ? `wire to ${wire.to}` : `${ref}.${pin}`);

function one_piece_each({ layout, copper: { pieces, needless, piece_at } }) {
  const found = [], of_net = new Map();
  for (const [piece, { nets, pins }] of pieces) {
    if (piece === undefined) { found.push(`in a cut: ${pins.map(named).join(', ')}`); continue; }
    if (nets.size > 1) found.push(`joined: ${[...nets].join(', ')}`);
    for (const net of nets) of_net.set(net, [...of_net.get(net) ?? [], pins.filter(pin => pin.net === net).map(named)]);
  }
  for (const [net, all] of of_net) if (all.length > 1) found.push(`${net} is in ${all.length} pieces: ${all.map(pins => pins.slice(0, 3).join(', ')).join(' | ')}`);
  found.push(...needless.map(link => `a link joins what is joined: ${link}`));
  for (const end of layout.links.flat()) if (!pieces.has(piece_at(hole_at(end)))) found.push(`a link leads to nothing: ${end}`);
  return found;
}

function every_pin({ layout, netlist, copper: { pins } }) {
  const found = [], wanted = carried(netlist), here = new Set(Object.keys(layout.parts));
  for (const { ref, part } of wanted) {
    if (!here.delete(ref)) { found.push(`${ref} is not on the board`); continue; }
    if (layout.parts[ref].part !== part) found.push(`${ref} is another part`);
  }
  found.push(...[...here].map(ref => `${ref} is not in the netlist`));
  const has = new Set(pins.map(({ ref, pin }) => `${ref}.${pin}`));
  const own = new Set(wanted.map(({ ref }) => ref));
  const needed = [...netlist.nets.flatMap(({ nodes }) => nodes.filter(({ ref }) => own.has(ref))), ...wired_pins(netlist)];
  found.push(...needed.filter(({ ref, pin }) => !has.has(`${ref}.${pin}`)).map(({ ref, pin }) => `${ref}.${pin} has no hole`));
  const led = new Set(layout.wires.map(({ net }) => net));
  for (const { name, nodes } of netlist.nets) {
    const on = nodes.some(({ ref }) => own.has(ref)), off = nodes.some(({ ref }) => netlist.component(ref).fields.Square);
    if (on && off && !led.has(name)) found.push(`no wire leads ${name} to the squares`);
  }
  return found;
}

const ends_of = layout => layout.links.flatMap((ends, at) => ends.map(end => ({ ...hole_at(end), what: `link ${layout.links[at].join(' to ')}` })));
const off_board = ({ strip, hole }) => !(strip >= 0 && strip < strips && hole >= 1 && hole <= holes);

function own_holes({ layout, copper: { pins } }) {
  const found = [], taken = new Map();
  const all = [...pins.map(pin => ({ ...pin, what: named(pin) })), ...ends_of(layout), ...layout.cuts.map(name => ({ ...hole_at(name), what: `cut ${name}` }))];
  for (const one of all) {
    if (off_board(one)) { found.push(`${one.what} is outside of the board`); continue; }
    if (taken.has(key(one))) found.push(`${hole_name(one)}: ${taken.get(key(one))} and ${one.what}`);
    taken.set(key(one), one.what);
  }
  return found;
}

function pins_fit({ placed }) {
  return placed.flatMap(({ ref, wires, pins }) => pins.filter(({ off }) => off > (wires ? 0.5 : 0.1)).map(({ pin, off }) => `${ref}.${pin} is ${off.toFixed(2)} off its hole`));
}

const meet = (a, b) => ['x', 'y'].every(axis => a[axis][0] < b[axis][1] - 1e-6 && b[axis][0] < a[axis][1] - 1e-6);
/// Around one or two points.
const wide = ([[x, y], [to_x, to_y] = [x, y]], by) => ({ x: [Math.min(x, to_x) - by, Math.max(x, to_x) + by], y: [Math.min(y, to_y) - by, Math.max(y, to_y) + by] });
const screw_head = name => wide([mm_of(hole_at(name))], 3);
/// The block at a screw, flush with the corner of the board.
export function block_at(screw) {
  const [x, y] = mm_of(hole_at(screw)), along = (at, first, whole, long) => (at < whole / 2 ? [-first, long - first] : [whole - first - long, whole - first]);
  return { x: along(x, edge.x, strip_board.long, strip_board.block_long), y: along(y, edge.y, strip_board.wide, strip_board.block_wide) };
}
/// Body, and what its leads take.
const room_of = ({ ref, body, pins }) => [{ what: ref, ...body }, ...pins.map(pin => ({ what: ref, ...wide([mm_of(pin)], 0.6) })), ...pins.length === 2 ? [{ what: ref, ...wide(pins.map(mm_of), 0.4) }] : []];
const wire_of = ends => wide(ends.map(end => mm_of(hole_at(end))), 0.5);

function bodies_apart({ layout, placed }) {
  const found = new Set(), all = placed.map(one => ({ ...one, rooms: room_of(one) }));
  const links = layout.links.map(ends => ({ what: `link ${ends.join(' to ')}`, ends, ...wire_of(ends) }));
  const wires = layout.wires.map(({ hole, to }) => ({ what: `wire to ${to}`, ...wide([mm_of(hole_at(hole))], 0.6) }));
  all.forEach((one, at) => {
    for (const other of all.slice(at + 1)) if (one.rooms.some(room => other.rooms.some(another => meet(room, another)))) found.add(`${one.ref} and ${other.ref}`);
    for (const screw of screws) if (meet(one.body, screw_head(screw))) found.add(`${one.ref} and the screw in ${screw}`);
    const in_way = one.links_below ? one.rooms.slice(1) : one.rooms;
    for (const link of links) if (in_way.some(room => meet(room, link))) found.add(`${one.ref} and the ${link.what}`);
    for (const wire of wires) if (meet(one.body, wire)) found.add(`${one.ref} and the ${wire.what}`);
  });
  links.forEach((link, at) => {
    const [from, to] = link.ends.map(hole_at);
    if (from.strip !== to.strip && from.hole !== to.hole) found.add(`the ${link.what} is not straight`);
    for (const other of [...links.slice(at + 1), ...wires]) if (meet(link, other)) found.add(`the ${link.what} and the ${other.what}`);
  });
  return [...found];
}

function inside_board({ placed }) {
  const end = { x: strip_board.long - edge.x, y: strip_board.wide - edge.y };
  return placed.filter(({ body, part }) => {
    const usb = part === 'RaspberryPi_Pico' ? 1.3 : 0;
    return body.x[0] < -edge.x || body.x[1] > end.x || body.y[0] < -edge.y - usb || body.y[1] > end.y;
  }).map(({ ref }) => `${ref} stands over the edge`);
}

/// The blocks lie at the copper.
function screws_free({ layout, copper: { net_at, pins } }) {
  const found = [];
  const cut = new Set(layout.cuts.map(name => key(hole_at(name))));
  for (const screw of screws) {
    const middle = hole_at(screw);
    for (const strip of [-1, 0, 1].map(by => middle.strip + by)) for (const hole of [-1, 0, 1].map(by => middle.hole + by)) {
      if (strip === middle.strip && hole === middle.hole) continue;
      if (!cut.has(key({ strip, hole })) && net_at({ strip, hole })) found.push(`${hole_name({ strip, hole })} at the screw is on ${net_at({ strip, hole })}`);
    }
    const block = block_at(screw);
    for (const pin of [...pins.map(one => ({ ...one, what: named(one) })), ...ends_of(layout)]) if (meet(block, wide([mm_of(pin)], 0.9))) found.push(`${pin.what} is under the block at ${screw}`);
  }
  return found;
}

function room_below({ placed, name }) {
  const { frame } = heights(name, layers_of(name)), free = frame - strip_board.block - strip_board.thick - strip_board.to_bottom;
  return placed.filter(({ high }) => high > free).map(({ ref, high }) => `${ref} is ${high} high, ${free.toFixed(1)} are free`);
}

function iron_away({ placed, name }) {
  const all = sensors(name);
  return placed.flatMap(({ ref, body }) => {
    const corners = [in_case([body.x[0], body.y[0]]), in_case([body.x[1], body.y[1]])];
    const off = (axis, at) => Math.max(Math.min(...corners.map(one => one[axis])) - at, 0, at - Math.max(...corners.map(one => one[axis])));
    const nearest = Math.min(...all.map(([x, y]) => Math.hypot(off(0, x), off(1, y))));
    return nearest < iron_apart ? [`${ref} is ${nearest.toFixed(0)} from a sensor`] : [];
  });
}

/// From the middle of the adapters to that of the nearest plug.
function guards_near({ placed }) {
  const middle = ({ body }) => [(body.x[0] + body.x[1]) / 2, (body.y[0] + body.y[1]) / 2];
  const plugs = placed.filter(({ part }) => part === 'Conn_01x03').map(middle);
  return placed.filter(({ part }) => part === 'TPD4E1U06DBV').filter(one => plugs.every(([x, y]) => Math.hypot(middle(one)[0] - x, middle(one)[1] - y) > 30)).map(({ ref }) => `${ref} is far from the plugs`);
}

const rules = {
  'every net is one piece of copper, and no other': one_piece_each, 'every pin has a hole': every_pin, 'a hole has one thing in it': own_holes,
  'pins fit their holes': pins_fit, 'nothing lies over another thing': bodies_apart, 'nothing stands over the edge': inside_board,
  'screws and blocks touch no net': screws_free, 'guards are near the plugs': guards_near, 'everything fits below the top': room_below,
  'iron is away from the sensors': iron_away,
};

/// [rule, what breaks it]
export function strip_board_faults(layout, netlist, name) {
  const context = { layout, netlist, name, copper: copper(layout, netlist), placed: parts_on(layout) };
  return Object.entries(rules).flatMap(([rule, broken]) => broken(context).map(found => [rule, found]));
}
