// How a netlist joins the squares and contacts to the Pico's pins.

const contacts = ['press_white', 'press_black', 'adjust_white', 'adjust_black', 'call_white', 'call_black'];
const square_names = Array.from({ length: 64 }, (_, at) => 'abcdefgh'[at % 8] + (1 + (at >> 3)));

/// The GP number that is on a net.
export function gp_on(net) {
  const node = net?.nodes.find(({ ref, function: does }) => ref === 'U1' && /^GP\d+$/.test(does));
  return node && Number(node.function.slice(2));
}
const parts_on = (netlist, net, part) => (net?.nodes ?? []).filter(({ ref }) => netlist.component(ref)?.part === part);

/// GP numbers of the contacts, in the wire's order; undefined where one does not reach a pin.
function contacts_of(netlist) {
  return contacts.map(name => {
    const contact = netlist.components.find(({ fields }) => fields.Contact === name);
    const ends = contact ? ['1', '2'].map(pin => netlist.net(contact.ref, pin)) : [];
    if (!ends.some(net => net?.name === 'GND')) return undefined;
    const line = ends.find(net => net?.name !== 'GND');
    return parts_on(netlist, line, 'R').map(({ ref, pin }) => gp_on(netlist.across(ref, pin))).find(gp => gp !== undefined);
  });
}

/// { rank, file: GP numbers; to_file: current flows from rank to file }
function reed_square(netlist, reed) {
  for (const pin of ['1', '2']) {
    const [diode] = parts_on(netlist, netlist.across(reed.ref, pin), '1N4148');
    if (!diode) continue;
    const near = netlist.net(reed.ref, pin), far = netlist.across(diode.ref, diode.pin);
    const to_diode = diode.pin === '2'; // the anode
    if (near?.name.startsWith('RANK')) return { rank: gp_on(near), file: gp_on(far), to_file: to_diode };
    return { rank: gp_on(far), file: gp_on(near), to_file: !to_diode };
  }
  return undefined;
}

/// { input, enable: GP numbers; high: the address pins, a bit for each GP number, that are high for it }
function sensor_square(netlist, sensor) {
  let net = netlist.net_named(sensor.ref, 'OUT');
  const [join] = parts_on(netlist, net, 'R');
  if (join) net = netlist.across(join.ref, join.pin);
  const [input] = parts_on(netlist, net, 'CD74HC4067M');
  if (!input || !/^I\d+$/.test(input.function)) return undefined;
  const number = Number(input.function.slice(1));
  const gp = name => gp_on(netlist.net_named(input.ref, name));
  let high = 0;
  for (const bit of [0, 1, 2, 3]) if (number >> bit & 1) high |= 1 << gp(`S${bit}`);
  return { input: gp('COM'), enable: gp('~E'), high };
}

/// For each square those reeds or sensors that are under it, `[]` where there is none.
export function under_squares(netlist) {
  const under = new Map(square_names.map(name => [name, []]));
  const sensing = netlist.components.filter(({ part, fields }) => fields.Square && /^Reed$|^DRV5055/.test(part));
  for (const one of sensing) {
    const wired = one.part === 'Reed' ? reed_square(netlist, one) : sensor_square(netlist, one);
    under.get(one.fields.Square)?.push({ ref: one.ref, ...wired });
  }
  return [...under.values()];
}

/// What the emulator's models of the board need.
export function wiring_of(netlist) {
  const squares = under_squares(netlist).map(([first]) => first);
  const wiring = { squares, contacts: contacts_of(netlist) };
  if (netlist.of_part('Reed').length > 0) {
    wiring.ranks = Array.from({ length: 8 }, (_, rank) => squares[8 * rank]?.rank);
    wiring.files = squares.slice(0, 8).map(square => square?.file);
  } else {
    const multiplexers = netlist.of_part('CD74HC4067M');
    const gps = names => [...new Set(multiplexers.flatMap(multiplexer => names.map(name => gp_on(netlist.net_named(multiplexer.ref, name)))))];
    wiring.address = gps(['S0', 'S1', 'S2', 'S3']);
    wiring.enables = gps(['~E']);
    wiring.power = gp_on(netlist.nets.find(({ name }) => name === 'SENSOR_POWER'));
  }
  return wiring;
}
