// A circuit as it is described, part by part, and as a netlist.

import { Netlist } from './netlist.mjs';
import { parts, pin_type } from './parts.mjs';

export class Circuit {
  constructor(title) {
    this.title = title;
    this.components = [];
    this.nodes = new Map(); // net → nodes, in the order of their mention
  }

  /// `pins`: net by number or name of the pin; one name may stand for several pins. Those left out are
  /// open.
  add(ref, part, pins, { value = part, ...fields } = {}) {
    const { lib, footprint, pins: all } = parts[part];
    this.components.push({ ref, value, footprint, lib, part, fields });
    const unknown = new Set(Object.keys(pins));
    for (const [number, { name, kind }] of Object.entries(all)) {
      const key = number in pins ? number : String(name);
      unknown.delete(key);
      const type = pin_type(kind), does = String(name) === number ? '' : String(name);
      const open = !(key in pins);
      const net = open ? `unconnected-(${ref}-${does || 'Pin'}-Pad${number})` : pins[key];
      const node = { ref, pin: number, function: does, type: open && kind !== 'free' ? `${type}+no_connect` : type };
      if (!this.nodes.has(net)) this.nodes.set(net, []);
      this.nodes.get(net).push(node);
    }
    if (unknown.size > 0) throw new Error(`${ref} has no pin ${[...unknown].join(', ')}`);
  }
  resistor(ref, value, from, to, fields) { this.add(ref, 'R', { 1: from, 2: to }, { value, ...fields }); }
  capacitor(ref, value, plus, fields) { this.add(ref, 'C', { 1: plus, 2: 'GND' }, { value, ...fields }); }

  netlist() {
    const nets = [...this.nodes].map(([name, nodes]) => ({ name, nodes }));
    return new Netlist({ title: this.title, components: this.components, nets });
  }
}
