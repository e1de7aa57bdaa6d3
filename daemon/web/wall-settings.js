// What a wall shows and how, as its address asks for (REFERENCE.md, "Screens in the hall") or else the operator. Pure.

const whole = text => (/^\d{1,4}$/.test(text ?? '') ? Number(text) : undefined);

/// "1-20,33" as the test of a board's number; absent: all boards.
function boards_in(text) {
  const parts = (text ?? '').split(',').map(part => part.match(/^\s*(\d+)\s*(?:-\s*(\d+)\s*)?$/)).filter(Boolean);
  if (!parts.length) return () => true;
  return number => parts.some(([, first, last = first]) => number >= Number(first) && number <= Number(last));
}

/// `search`: of the address; `wall`: of the daemon, as daemon/server/wall.hpp says.
export function wall_settings(search, wall = {}) {
  const query = new URLSearchParams(search);
  const listed = (query.get('featured') ?? '').split(',').map(whole).filter(Boolean);
  return {
    shows: boards_in(query.get('boards') ?? wall.boards),
    featured: query.has('featured') ? listed : wall.featured ?? [],
    turn_s: whole(query.get('turn')) ?? wall.turn_s,
    page: whole(query.get('page')) || wall.page,
  };
}
