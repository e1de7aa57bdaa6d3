// Netlists with one fault.

import { Netlist } from '../../../tools/hardware/netlist.mjs';

/// A copy in which `change(wires)` was made.
export function changed(netlist, change) {
  const { title, components, nets } = structuredClone({ title: netlist.title, components: netlist.components, nets: netlist.nets });
  change(new Wires(components, nets));
  return new Netlist({ title, components, nets: nets.filter(({ nodes }) => nodes.length > 0) });
}

class Wires {
  constructor(components, nets) {
    Object.assign(this, { components, nets });
  }
  component(ref) { return this.components.find(component => component.ref === ref); }
  #net(ref, pin) { return this.nets.find(({ nodes }) => nodes.some(node => node.ref === ref && node.pin === pin)); }
  /// Takes a pin off its net.
  cut(ref, pin) {
    const net = this.#net(ref, pin), at = net.nodes.findIndex(node => node.ref === ref && node.pin === pin);
    return net.nodes.splice(at, 1)[0];
  }
  move(ref, pin, name) {
    const node = this.cut(ref, pin);
    node.type = node.type.replace('+no_connect', '');
    this.nets.find(net => net.name === name).nodes.push(node);
  }
  /// Two pins change places.
  swap([ref, pin], [other_ref, other_pin]) {
    const net = this.#net(ref, pin).name, other_net = this.#net(other_ref, other_pin).name;
    this.move(ref, pin, other_net);
    this.move(other_ref, other_pin, net);
  }
  join(name, other_name) {
    const [net, other] = [name, other_name].map(wanted => this.nets.find(one => one.name === wanted));
    net.nodes.push(...other.nodes.splice(0));
  }
  remove(ref) {
    for (const net of this.nets) net.nodes = net.nodes.filter(node => node.ref !== ref);
    this.components.splice(this.components.findIndex(component => component.ref === ref), 1);
  }
}
