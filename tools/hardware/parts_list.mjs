// The list of what to buy: counted in the netlist, and what a netlist does not have.

import { parts } from './parts.mjs';

const columns = ['refs', 'quantity', 'spare', 'part', 'value', 'maker', "maker's number", 'package', 'EUR each', 'EUR', 'what for'];
const cell = text => (/[",\n]/.test(String(text)) ? `"${String(text).replaceAll('"', '""')}"` : String(text));
const euros = sum => sum.toFixed(2);

const told = refs => (refs.length <= 6 ? refs.join(' ') : `${refs[0]} … ${refs.at(-1)}`);

const what_for = {
  RaspberryPi_Pico: 'runs the firmware', Reed: 'one upright under each square', '1N4148': 'one in series with each reed, ring to the file',
  DRV5055A1: 'one under each square', DRV5055A2: 'four under each square', CD74HC4067M: 'two ranks each', TPS73733DCQ: "the sensors' supply",
  D24V22F3: "the sensors' supply", '2N7000': 'switch the step-down module', SW_SPST: 'under the lever, one for each side', SW_Push: "\"j'adoube\" and the arbiter's call",
  TPD4E1U06DBV: 'where wires enter', '1N5819': 'second supply, optional', AudioJack3: 'DGT 3000 clock, optional, unproven',
  Conn_01x02: 'supply', Conn_01x03: 'lever and buttons', Header_01x03: 'serial line, optional',
};
const value_for = {
  R: { '1k': 'contacts to their pins', 100: 'clock lines, optional', '4k7': 'pull-ups of the clock lines, optional', '22k': 'converter inputs to ground',
    '100k': "switch of the sensors' supply", '10k': "join a square's sensors" },
  C: { '100n': 'one close to each sensor and multiplexer', '10u': 'at the regulator, input and output' },
  CP: { '220u': "at the step-down module's input", '100u': "at the step-down module's output" },
};

export function parts_list(netlist, { spare = {}, more }) {
  const groups = new Map();
  for (const { ref, part, value } of netlist.components) {
    const shown = part in value_for ? value : '';
    const key = `${part} ${shown}`;
    if (!groups.has(key)) groups.set(key, { part, value: shown, refs: [] });
    groups.get(key).refs.push(ref);
  }
  const rows = [...groups.values()].map(({ part, value, refs }) => {
    const [name, maker, number, size, usual_price] = parts[part].buy;
    const price = parts[part].dearer?.[value] ?? usual_price;
    const extra = spare[part]?.[0] ?? 0;
    return [told(refs), refs.length, extra, name, value, maker, number, size, euros(price), euros(price * (refs.length + extra)), value_for[part]?.[value] ?? what_for[part]];
  });
  for (const [count, name, size, price, use] of more()) rows.push(['', count, 0, name, '', '', '', size, euros(price), euros(price * count), use]);
  const total = rows.reduce((sum, row) => sum + Number(row[9]), 0);
  rows.push(['', '', '', 'all together, about', '', '', '', '', '', euros(total), 'typical prices for one board, estimated']);
  return [columns, ...rows].map(row => row.map(cell).join(',')).join('\n') + '\n';
}
