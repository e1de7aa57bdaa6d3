// Squares as the wire numbers them: a1 = 0, b1 = 1, … h8 = 63.

export const name_of = square => 'abcdefgh'[square % 8] + (Math.floor(square / 8) + 1);
export const square_of = name => 'abcdefgh'.indexOf(name[0]) + 8 * (Number(name[1]) - 1);
