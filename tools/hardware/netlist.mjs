// Netlists in KiCad's text format, which its PCB editor imports (File > Import > Netlist).

const quoted = text => `"${String(text).replace(/["\\]/g, '\\$&')}"`;

/// The first list in `text`: arrays of arrays and words.
export function parse(text) {
  const stack = [[]];
  for (const [, open, close, string, word] of text.matchAll(/(\()|(\))|"((?:[^"\\]|\\.)*)"|([^\s()"]+)/g)) {
    if (open) stack.push([]);
    else if (close) {
      if (stack.length < 2) throw new Error('a netlist closes a list that it did not open');
      const list = stack.pop();
      stack.at(-1).push(list);
    } else stack.at(-1).push(word ?? string.replace(/\\(.)/g, '$1'));
  }
  if (stack.length !== 1) throw new Error('a netlist ends within a list');
  return stack[0][0];
}

const lists = (list, name) => list.filter(item => Array.isArray(item) && item[0] === name);
const first = (list, name) => lists(list, name)[0] ?? [name];
const word = (list, name) => first(list, name)[1] ?? '';

/// What a netlist says: components and nets, and which net is at a pin.
export class Netlist {
  constructor({ title, components, nets }) {
    Object.assign(this, { title, components, nets });
    this.by_ref = new Map(components.map(component => [component.ref, component]));
    this.at_pin = new Map(nets.flatMap(net => net.nodes.map(({ ref, pin }) => [`${ref}.${pin}`, net])));
    this.at_name = new Map(nets.flatMap(net => net.nodes.map(({ ref, function: does }) => [`${ref}.${does}`, net])));
  }
  component(ref) { return this.by_ref.get(ref); }
  net(ref, pin) { return this.at_pin.get(`${ref}.${pin}`); }
  net_named(ref, name) { return this.at_name.get(`${ref}.${name}`); }
  of_part(part) { return this.components.filter(component => component.part === part); }
  /// The other end of a part with two pins.
  across(ref, pin) { return this.net(ref, pin === '1' ? '2' : '1'); }
}

export function read(text) {
  const root = parse(text);
  if (root?.[0] !== 'export') throw new Error('this is no netlist of KiCad');
  const components = lists(first(root, 'components'), 'comp').map(comp => ({
    ref: word(comp, 'ref'), value: word(comp, 'value'), footprint: word(comp, 'footprint'),
    lib: word(first(comp, 'libsource'), 'lib'), part: word(first(comp, 'libsource'), 'part'),
    fields: Object.fromEntries(lists(first(comp, 'fields'), 'field').map(field => [word(field, 'name'), field[2]])),
  }));
  const nets = lists(first(root, 'nets'), 'net').map(net => ({
    name: word(net, 'name'),
    nodes: lists(net, 'node').map(node => ({
      ref: word(node, 'ref'), pin: word(node, 'pin'), function: word(node, 'pinfunction'), type: word(node, 'pintype'),
    })),
  }));
  return new Netlist({ title: word(first(first(root, 'design'), 'sheet'), 'name'), components, nets });
}

const component_text = ({ ref, value, footprint, lib, part, fields }) => {
  const names = Object.keys(fields);
  const kept = names.map(name => `\n        (field (name ${quoted(name)}) ${quoted(fields[name])})`).join('');
  return `
    (comp (ref ${quoted(ref)})
      (value ${quoted(value)})
      (footprint ${quoted(footprint)})${names.length ? `\n      (fields${kept})` : ''}
      (libsource (lib ${quoted(lib)}) (part ${quoted(part)}) (description "")))`;
};
const net_text = ({ name, nodes }, at) => {
  const node_text = ({ ref, pin, function: does, type }) =>
    `\n      (node (ref ${quoted(ref)}) (pin ${quoted(pin)})${does ? ` (pinfunction ${quoted(does)})` : ''} (pintype ${quoted(type)}))`;
  return `\n    (net (code "${at + 1}") (name ${quoted(name)})${nodes.map(node_text).join('')})`;
};

export const write = ({ title, components, nets }) => `(export (version "E")
  (design
    (tool "Adoube tools/hardware")
    (sheet (number "1") (name ${quoted(title)}) (tstamps "/")))
  (components${components.map(component_text).join('')})
  (nets${nets.map(net_text).join('')}))
`;
