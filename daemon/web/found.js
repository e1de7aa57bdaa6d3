// Looking for games: by a board's number, or parts of names in any order, whatever the case and the accents. Pure.

const folded = text => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/// `game`: with `board` and `tags`. A number alone is that board, and no name.
export function is_found(game, asked) {
  const parts = folded(asked).split(/[\s,]+/).filter(Boolean);
  const names = folded([game.tags.White, game.tags.Black, game.tags.WhiteTitle, game.tags.BlackTitle].filter(Boolean).join(' '));
  return parts.every(part => (/^\d+$/.test(part) ? game.board === Number(part) : names.includes(part)));
}
