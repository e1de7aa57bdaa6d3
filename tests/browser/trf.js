// A pairing program's file of one round, as TRF16. Its bytes are those of Windows-1252.

const letters = number => (number > 26 ? letters(Math.ceil(number / 26) - 1) : '') + String.fromCharCode(65 + (number - 1) % 26);

export const name_of = number => (number === 2 ? 'Bj\xf6rn, Bo' : `Player${letters(number)}, P${number}`);

/// The first half has White against the second, at as many `tables`; `results` by White's number: "1", "0" or "=". `change(line, number)`: of a
/// player.
export function trf(tables, results = {}, change = line => line) {
  const other = { 1: '0', 0: '1', '=': '=' }, points = { 1: 1, 0: 0, '=': 0.5 };
  const line = number => {
    const white = number <= tables, opponent = white ? number + tables : number - tables;
    const of_white = results[white ? number : opponent];
    const result = of_white === undefined ? ' ' : white ? of_white : other[of_white];
    const score = (result === ' ' ? 0 : points[result]).toFixed(1);
    return `001 ${`${number}`.padStart(4)} m${(number === 1 ? 'g' : '').padStart(3)} ${name_of(number).padEnd(33)} ${`${2500 - number}`} GER ${`${4600000 + number}`.padStart(11)} `
      + `${''.padEnd(10)} ${score.padStart(4)} ${`${number}`.padStart(4)}  ${`${opponent}`.padStart(4)} ${white ? 'w' : 'b'} ${result}`;
  };
  return ['012 Open of A-Town', ...Array.from({ length: 2 * tables }, (_, at) => change(line(at + 1), at + 1))].map(text => `${text}\r\n`).join('');
}
