// What must hold of a netlist before anybody solders it. Each rule returns what it found, as sentences.

import { number_of, parts } from './parts.mjs';
import { gp_on, under_squares, wiring_of } from './wiring.mjs';

const is_open = net => net.nodes.length === 1 && net.nodes[0].type.includes('no_connect');
const kind_at = (netlist, { ref, pin }) => parts[netlist.component(ref)?.part]?.pins[pin]?.kind;
const pins_of_kind = (netlist, kind) => netlist.components.flatMap(({ ref, part }) =>
  Object.entries(parts[part].pins).filter(([, one]) => one.kind === kind).map(([pin, { name }]) => ({ ref, part, pin, name })));
const on_net = (netlist, net, part) => net.nodes.filter(({ ref }) => netlist.component(ref)?.part === part);
const net_of = (netlist, { ref }, name) => netlist.net_named(ref, name);
const is_line = (netlist, net) => net?.nodes.some(({ ref }) => parts[netlist.component(ref)?.part]?.outside);
/// [resistor's value in ohms, the net behind it]
const resistors = (netlist, net) => on_net(netlist, net ?? { nodes: [] }, 'R').map(({ ref, pin }) => [number_of(netlist.component(ref).value), netlist.across(ref, pin)]);

/// Nets that supply: { volts: [least, most], limit_ma, of }.
export function sources(netlist) {
  const found = new Map();
  const add = (net, source) => net && found.set(net.name, [...found.get(net.name) ?? [], source]);
  for (const { ref, part, name, pin } of pins_of_kind(netlist, 'supply_out'))
    add(netlist.net(ref, pin), { of: ref, volts: [3.2, 3.4], limit_ma: parts[part].gives_ma[name] });
  for (const { ref, fields } of netlist.components)
    if (fields.Supplies) add(netlist.net(ref, '1'), { of: ref, volts: [4.75, 5.25], limit_ma: Number(fields.Limit_mA) });
  add(netlist.net('U1', '39'), { of: 'USB', volts: [4.0, 5.25], limit_ma: 500 }); // less a Schottky diode
  return found;
}

/// mA per supplying net, typical and at most.
export function loads(netlist) {
  const rails = sources(netlist), sums = new Map([...rails.keys()].map(name => [name, [0, 0]]));
  const add = (net, [typical, most]) => {
    if (!sums.has(net?.name)) return;
    sums.set(net.name, [sums.get(net.name)[0] + typical, sums.get(net.name)[1] + most]);
  };
  for (const { ref, part, pin } of pins_of_kind(netlist, 'supply')) add(netlist.net(ref, pin), parts[part].takes_ma);
  for (const { ref, value } of netlist.of_part('R'))
    for (const pin of ['1', '2'])
      if (rails.has(netlist.net(ref, pin)?.name)) add(netlist.net(ref, pin), [0, 1000 * rails.get(netlist.net(ref, pin).name)[0].volts[1] / number_of(value)]);
  // Regulators hand their load on to what feeds them; the Pico its 3V3's to VSYS.
  const handed_on = netlist.components.flatMap(component =>
    Object.entries(parts[component.part].passes ?? (component.part === 'RaspberryPi_Pico' ? { '3V3': 'VSYS' } : {})).map(names => [component, ...names]))
    .sort(([a], [b]) => (a.ref === 'U1') - (b.ref === 'U1'));
  for (const [component, from, to] of handed_on) {
    const share = parts[component.part].steps_down ?? 1;
    add(net_of(netlist, component, to), (sums.get(net_of(netlist, component, from)?.name) ?? [0, 0]).map(ma => ma * share));
  }
  for (const { ref } of netlist.of_part('1N5819')) add(netlist.net(ref, '2'), sums.get(netlist.net(ref, '1')?.name) ?? [0, 0]);
  return sums;
}

const rules = {
  'every pin is on one net or said to be open'(netlist) {
    const found = [], seen = new Map();
    for (const net of netlist.nets) {
      if (net.nodes.length < 2 && !is_open(net)) found.push(`net ${net.name} ends at ${net.nodes.map(({ ref, pin }) => `${ref}.${pin}`)}`);
      for (const node of net.nodes) {
        const kind = kind_at(netlist, node), name = `${node.ref}.${node.pin}`;
        if (!kind) found.push(`${name} is no pin of a part`);
        if (seen.has(name)) found.push(`${name} is on the nets ${seen.get(name)} and ${net.name}`);
        seen.set(name, net.name);
        if (is_open(net) && !['gpio', 'open', 'free'].includes(kind)) found.push(`${name} is open`);
        if (!is_open(net) && kind === 'free') found.push(`${name} must be left open`);
      }
    }
    for (const { ref, part } of netlist.components)
      for (const pin of Object.keys(parts[part].pins)) if (!seen.has(`${ref}.${pin}`)) found.push(`${ref}.${pin} is on no net`);
    return found;
  },

  'no output meets an output'(netlist) {
    const rails = sources(netlist);
    return netlist.nets.flatMap(net => {
      const drivers = net.nodes.filter(node => ['output', 'supply_out', 'gpio'].includes(kind_at(netlist, node))).map(({ ref, pin }) => `${ref}.${pin}`);
      const fed = rails.get(net.name) ?? [];
      const grounded = net.name === 'GND' && drivers.length + fed.length > 0;
      return drivers.length > 1 || fed.length > 1 || grounded ? [`${[...drivers, ...fed.map(({ of }) => of)].join(' and ')} drive ${net.name}`] : [];
    });
  },

  'every ground is one'(netlist) {
    const found = pins_of_kind(netlist, 'ground').filter(({ ref, pin }) => netlist.net(ref, pin)?.name !== 'GND').map(({ ref, pin }) => `${ref}.${pin} is not on GND`);
    for (const { ref, part } of netlist.components)
      if (ref.startsWith('J') && !Object.keys(parts[part].pins).some(pin => netlist.net(ref, pin)?.name === 'GND')) found.push(`${ref} has no ground`);
    return found;
  },

  'every chip has its supply'(netlist) {
    const rails = sources(netlist);
    return pins_of_kind(netlist, 'supply').flatMap(({ ref, part, pin }) => {
      const rail = rails.get(netlist.net(ref, pin)?.name)?.[0];
      if (!rail) return [`${ref}.${pin} has no supply`];
      const [least, most] = parts[part].volts;
      return rail.volts[0] < least || rail.volts[1] > most ? [`${ref} gets ${rail.volts.join(' to ')} V, but takes ${least} to ${most}`] : [];
    });
  },

  'every chip has a capacitor, every regulator enough at its output'(netlist) {
    const at_rail = net => net.nodes.filter(({ ref }) => ['C', 'CP'].includes(netlist.component(ref)?.part) && netlist.net(ref, '2')?.name === 'GND')
      .map(({ ref }) => netlist.component(ref));
    return netlist.components.flatMap(component => {
      const { decoupled, output_capacitor: [output, least] = [] } = parts[component.part];
      const found = [];
      const near = net => at_rail(net ?? { nodes: [] });
      if (decoupled && !near(net_of(netlist, component, decoupled)).some(({ fields }) => fields.At === component.ref)) found.push(`${component.ref} has no capacitor`);
      if (output && near(net_of(netlist, component, output)).reduce((sum, { value }) => sum + number_of(value), 0) < least) found.push(`${component.ref} has too little capacity at its output`);
      return found;
    });
  },

  'currents are within limits'(netlist) {
    const rails = sources(netlist), found = [];
    for (const [name, [typical, most]] of loads(netlist)) {
      const [{ of, limit_ma }] = rails.get(name);
      // A sensor's 10 mA is that of the worst; 64 of them are not, and a host is asked for 500 mA.
      const load = of === 'USB' ? typical : most;
      if (load > limit_ma) found.push(`${name} gives ${Math.round(load)} mA, but ${of} only ${limit_ma}`);
    }
    const grounded = net => net?.name === 'GND' || rails.has(net?.name) || net?.nodes.some(({ ref }) => netlist.component(ref)?.fields.Contact);
    for (const net of netlist.nets) {
      const ma = resistors(netlist, net).filter(([, other]) => grounded(other)).reduce((sum, [ohms]) => sum + 3400 / ohms, 0);
      if (gp_on(net) !== undefined && ma > parts.RaspberryPi_Pico.pin_ma) found.push(`GP${gp_on(net)} carries ${ma.toFixed(1)} mA`);
      for (const node of net.nodes.filter(one => kind_at(netlist, one) === 'output'))
        for (const [ohms] of resistors(netlist, net))
          if (3400 / ohms > parts[netlist.component(node.ref).part].drives_ma) found.push(`${node.ref} drives ${ohms} ohms`);
    }
    return found;
  },

  'what the Pico drives has the supply of the Pico'(netlist) {
    return netlist.components.filter(({ part }) => parts[part].clamps).flatMap(component => {
      const driven = Object.entries(parts[component.part].pins).some(([pin, { kind }]) => kind === 'input' && gp_on(netlist.net(component.ref, pin)) !== undefined);
      return driven && net_of(netlist, component, 'VCC') !== netlist.net('U1', '36') ? [`${component.ref} is fed through its inputs while its supply is off`] : [];
    });
  },

  'no more than 3.3 V reach a pin of the Pico'(netlist) {
    const high = [...sources(netlist)].filter(([, [{ volts }]]) => volts[1] > 3.6).map(([name]) => name);
    const lifted = ({ ref, pin }) => parts[netlist.component(ref)?.part]?.lifted?.includes(parts[netlist.component(ref).part].pins[pin]?.name);
    return netlist.nets.filter(net => gp_on(net) !== undefined).flatMap(net => [
      ...net.nodes.filter(lifted).map(({ ref, pin }) => `${ref}.${pin} lifts ${net.name}`),
      ...resistors(netlist, net).filter(([, other]) => high.includes(other?.name)).map(() => `a resistor lifts ${net.name}`),
      ...(high.includes(net.name) ? [`GP${gp_on(net)} is on ${net.name}`] : []),
    ]);
  },

  'nothing switches or reads by chance'(netlist) {
    const found = [], rails = sources(netlist);
    const to = (net, name) => resistors(netlist, net).filter(([, other]) => (name ? other?.name === name : other?.name === 'GND' || rails.has(other?.name))).map(([ohms]) => ohms);
    for (const { ref, part } of netlist.components)
      for (const name of parts[part].pulled ?? []) {
        const net = net_of(netlist, { ref, part }, name);
        const wanted = gp_on(net) === undefined ? undefined : 'GND';
        if (to(net, wanted).length === 0) found.push(`${ref}.${name} has no resistor to ${wanted ?? 'ground or a supply'}`);
      }
    for (const multiplexer of netlist.of_part('CD74HC4067M')) {
      const net = net_of(netlist, multiplexer, 'COM');
      if (!to(net, 'GND').some(ohms => ohms >= 10_000 && ohms <= 22_000)) found.push(`the level of ${multiplexer.ref} does not fall to ground without a sensor`);
    }
    for (const jack of netlist.of_part('AudioJack3'))
      for (const pin of ['T', 'R']) if (to(netlist.net(jack.ref, pin), netlist.net('U1', '36')?.name ?? 'none').length !== 1) found.push(`${jack.ref}.${pin} has no pull-up to 3V3`);
    return found;
  },

  'diodes and electrolytics point the right way'(netlist) {
    const found = [], rails = sources(netlist);
    for (const { ref } of netlist.of_part('1N5819'))
      if (netlist.net(ref, '1') !== netlist.net('U1', '39') || !rails.has(netlist.net(ref, '2')?.name)) found.push(`${ref} does not lead from a supply to VSYS`);
    for (const { ref } of netlist.of_part('CP'))
      if (!rails.has(netlist.net(ref, '1')?.name) || netlist.net(ref, '2')?.name !== 'GND') found.push(`${ref} is the wrong way round`);
    for (const [{ ref, to_file } = {}] of under_squares(netlist)) if (to_file === false) found.push(`the diode of ${ref} leads from file to rank`);
    return found;
  },

  'capacitors lie between a supply and ground'(netlist) {
    const rails = sources(netlist);
    return [...netlist.of_part('C'), ...netlist.of_part('CP')].filter(({ ref }) => {
      const names = ['1', '2'].map(pin => netlist.net(ref, pin)?.name);
      return !names.includes('GND') || !names.some(name => rails.has(name));
    }).map(({ ref }) => `${ref} does not`);
  },

  'wires from outside meet a diode array and a resistor before the Pico'(netlist) {
    return netlist.components.filter(({ part }) => parts[part].outside).flatMap(({ ref, part }) => Object.keys(parts[part].pins).flatMap(pin => {
      const net = netlist.net(ref, pin);
      if (!net || net.name === 'GND') return [];
      if (gp_on(net) !== undefined) return [`${ref}.${pin} goes straight to the Pico`];
      const guards = net.nodes.filter(node => parts[netlist.component(node.ref)?.part]?.guards && kind_at(netlist, node) === 'passive');
      if (guards.length !== 1) return [`${ref}.${pin} has ${guards.length} diodes`];
      if (net.nodes.filter(node => node.ref !== ref && is_line(netlist, { nodes: [node] })).length > 0) return [`${ref}.${pin} meets another connector`];
      if (part !== 'AudioJack3' && !net.nodes.some(node => netlist.component(node.ref)?.fields.Contact)) return [`${ref}.${pin} leads to no contact`];
      return [];
    }));
  },
};

/// Each square once, contacts and all else at the pins that `pins` (of pins.hpp) says.
function wired_as(netlist, pins) {
  const found = [], wiring = wiring_of(netlist);
  const same = (what, is, should) => { if (JSON.stringify(is) !== JSON.stringify(should)) found.push(`${what}: ${JSON.stringify(is)} instead of ${JSON.stringify(should)}`); };
  const at_pin = new Map(netlist.nets.map(net => [net.name, gp_on(net)]));
  same('contacts', wiring.contacts.map(gp => [gp]), pins.contacts.map(gp => [gp]));
  same('clock', [at_pin.get('CLOCK_SDA'), at_pin.get('CLOCK_SCL')], [...pins.clock_sda, ...pins.clock_scl]);
  const jack = netlist.of_part('AudioJack3')[0];
  const behind = pin => resistors(netlist, netlist.net(jack.ref, pin)).map(([, net]) => gp_on(net)).filter(gp => gp !== undefined);
  same("the jack's ring and tip", [...behind('R'), ...behind('T')], [...pins.clock_sda, ...pins.clock_scl]);
  same('the serial line', [at_pin.get('UART_TX'), at_pin.get('UART_RX')], [0, 1]);
  for (const name of ['cable_sense', 'light', 'steady_supply', 'supply_sense'])
    for (const gp of pins[name] ?? []) if ([...at_pin.values()].includes(gp)) found.push(`GP${gp} is on the Pico, but on a net`);
  const each = 'first_rank' in pins ? 1 : netlist.of_part('DRV5055A2').length > 0 ? 4 : 1;
  under_squares(netlist).forEach((all, square) => {
    same(`sensors of square ${square}`, all.length, each);
    for (const { ref, ...is } of all) {
      if ('first_rank' in pins) same(ref, is, { rank: pins.first_rank + (square >> 3), file: pins.first_file + (square & 7), to_file: true });
      else same(ref, is, { input: pins.sensors[square >> 5], enable: pins.first_select + 4 + (square >> 4), high: (square & 15) << pins.first_select });
    }
  });
  if ('sensor_power' in pins) {
    same('the switch of the supply', [at_pin.get('SENSOR_POWER')], pins.sensor_power);
    if (netlist.net('U1', '35')?.name !== 'SENSOR_3V3') found.push("ADC_VREF is not the sensors' supply");
  }
  return found;
}

/// By rule, what is wrong; empty if nothing is.
export function faults(netlist, pins) {
  const all = { ...rules, 'squares, contacts and lines are at the pins that the firmware uses': list => wired_as(list, pins) };
  return Object.entries(all).flatMap(([rule, look]) => look(netlist).map(found => [rule, found]));
}
