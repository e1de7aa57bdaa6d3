// What a board's pins.hpp says, so that netlists can be compared with it.

/// Constants by name: numbers, or lists of GP numbers.
export function pins_of(header) {
  const code = header.replace(/\/\/.*$/gm, '');
  const found = {};
  for (const [, type, list] of code.matchAll(/inline constexpr (unsigned|Pins) ([^;]*);/g)) {
    for (const [, name, value] of list.matchAll(/(\w+)(?:\[\])? = (\{[^}]*\}|[^,{]*?\([^)]*\)(?: \| pin\(\d+\))*|\d+)/g)) {
      if (name in found) throw new Error(`${name} is said twice`);
      if (type === 'unsigned') found[name] = Number(value);
      else if (value.includes('pin(')) found[name] = [...value.matchAll(/pin\((\d+)\)/g)].map(([, gp]) => Number(gp));
    }
  }
  return found;
}
