// Two arbiters at one hall, each at his console. Run by CTest as arbiter_test.js.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { address, anna, board_at_hall, clock_of, enter, go_on_at, go_to, new_token, page, photograph, play_on_7, press, say, sign_in, visit } from './console_hall.js';
import { comes_to, text_of } from './page.js';

/// Another arbiter's page beside that of Anna, who is signed in already.
const at_her_side = async (name, boards, number) => {
  const token = new_token(name, '--role', 'arbiter', '--boards', boards);
  const her_page = page, other = await visit({ width: 390, height: 844 });
  await enter(token);
  await comes_to(() => text_of(other, '#connection'), 'Live');
  if (number) await go_to(number);
  go_on_at(her_page);
  return other;
};
const seen_of = (other, where = '.head .looking') => () => text_of(other, where);

test('an arbiter does not see that another is at an incident, or still does once that one is gone', async () => {
  await say({ board: '1', moves: '1. e4 e5' });
  await say({ board: '1', flag: 'w' });
  await say({ board: '9', moves: '1. d4' });
  await sign_in({});
  const ben = await at_her_side('Ben', '1-9', 1);
  const cleo = await at_her_side('Cleo', '2,9');
  assert.equal(await seen_of(ben)(), '');
  await comes_to(seen_of(page, '#list a[href="#1"] .looking'), 'Ben is looking at this');
  await go_to(1);
  await comes_to(async () => /^Anna is looking at this, since \d\d:\d\d:\d\d$/.test(await seen_of(ben)()), true);
  await comes_to(async () => /^Anna is looking at this, since/.test(await seen_of(ben, '.case .looking')()), true);
  await comes_to(async () => /^Ben is looking at this, since/.test(await seen_of(page)()), true);
  await photograph('arbiters-desk');
  await photograph('arbiters-phone', ben);
  await go_to(2);
  await comes_to(seen_of(cleo, '#list a[href="#2"] .looking'), 'Anna is looking at this');
  await comes_to(seen_of(ben), '');
  assert.ok(!(await cleo.content()).includes('Ben'), 'a board that is not hers');

  await go_to(1);
  await comes_to(async () => /^Anna/.test(await seen_of(ben)()), true);
  await page.goto('about:blank');
  await comes_to(seen_of(ben), '');
  const fetched = await fetch(`${address}/api/games/${(await board_at_hall(1)).record}/inputs?from=1`, { headers: { Authorization: `Bearer ${anna}` } });
  assert.ok(!(await fetched.text()).includes('looking'), 'it is in no record');
});

test('what one arbiter has done with stays open for another, or who it was is not told', async () => {
  await say({ board: '1', moves: '1. e4 e5' });
  await say({ board: '1', flag: 'w' });
  await sign_in({}, 1);
  const ben = await at_her_side('Ben', '1', 1), card = where => where.locator('.case').first();
  const is_open = (await text_of(page, '#tally'));
  await card(page).getByRole('button', { name: 'Done with it' }).click();
  await comes_to(async () => (await card(ben).locator('.state').textContent()), 'Done: Anna');
  await comes_to(async () => (await card(page).locator('.state').textContent()), 'Done: Anna');
  await comes_to(async () => (await text_of(ben, '#tally')) !== is_open, true);
  await card(ben).getByRole('button', { name: 'Open again' }).click();
  await comes_to(() => text_of(page, '#tally'), is_open);
  await ben.reload();
  await comes_to(() => text_of(ben, '#tally'), is_open);
  await card(ben).getByRole('button', { name: 'Done with it' }).click();
  await comes_to(async () => (await card(page).locator('.state').textContent()), 'Done: Ben');
});

test('the second of two arbiters who press one button is not told what the first has done', async () => {
  await play_on_7(() => true);
  const side = (await board_at_hall(7)).game.fen.split(' ')[1] === 'w' ? 'b' : 'w', name = side === 'w' ? 'White' : 'Black';
  await say({ board: '7', claim: side === 'w' ? 'b' : 'w', on: 'repetition' });
  await sign_in({}, 7);
  const ben = await at_her_side('Ben', '7', 7);
  const before_ms = await clock_of(7, side);
  const give = other => other.locator('.case').first().getByRole('button', { name: `+2 min ${name}` }).click();
  await give(page);
  await give(ben); // in the same moment, and it is refused; or just after it, and he is asked
  await comes_to(async () => /^Board 7: Done/.test(await text_of(page, '#said')), true);
  const is_refused = async () => /^Board 7: Not done: Anna \(token 2\) /.test(await text_of(ben, '#said'));
  const is_asked = async () => /(White|Black) got 0:02:00 already, the last of it at .*, from Anna\.$/.test(await ben.locator('#confirm-text').innerText());
  await comes_to(async () => await is_refused() || await is_asked(), true);
  if (await ben.getByRole('dialog').isVisible()) await ben.getByRole('button', { name: 'Leave it as it is' }).click();
  assert.equal(await clock_of(7, side) - before_ms, 120_000);
  await comes_to(async () => /The arbiter set the clock to .* for (White|Black).* \(Anna\)\.$/.test(await text_of(ben, '.case .acts')), true);
  await photograph('arbiters-refused', ben);

  // A question that was put before the other's act is answered after it.
  await ben.locator('.results').getByRole('button', { name: 'Draw ½–½…' }).click();
  await ben.getByRole('dialog').waitFor();
  const { acts, game } = await board_at_hall(7);
  await press(game.clocks.running ? 'Stop both clocks' : 'Start the clock again');
  await press('Yes');
  await comes_to(async () => (await board_at_hall(7)).acts.length, acts.length + 1);
  await ben.getByRole('button', { name: 'Yes', exact: true }).click();
  await comes_to(async () => /^Board 7: Not done: Anna .*has done something here since: the arbiter (stopped the clock|let the game go on); say it again/.test(await text_of(ben, '#said')), true);
  assert.equal((await board_at_hall(7)).game.result, '*');
  await ben.locator('.results').getByRole('button', { name: 'Draw ½–½…' }).click();
  await ben.getByRole('button', { name: 'Yes', exact: true }).click();
  await comes_to(async () => (await board_at_hall(7)).game.result, '1/2-1/2');
});
