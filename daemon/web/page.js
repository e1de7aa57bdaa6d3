// What both pages say about the round and the connection.

import { say, time_text, words } from '/language.js';
import { Live } from '/live.js';

const board = location.pathname.match(/^\/board\/(\d+)$/)?.[1];
export const live = new Live(Number(board) || null);

const connection = document.getElementById('connection');

/// Of which halls nothing was heard, and since when of the first of them.
function silence() {
  const since = new Date(Math.min(...live.silent.map(({ since }) => since)));
  const time = since.toLocaleTimeString([], { hour: '2-digit', minute: '2-digit', second: '2-digit' });
  return say('silent', { halls: live.silent.map(({ hall }) => hall).join(', '), time });
}

function show_connection() {
  const silent = live.connected && live.silent.length > 0;
  const delayed = live.connected && (live.delay_ms > 0 || silent);
  connection.textContent = !live.connected ? words.lost : [live.delay_ms > 0 && say('delayed', { time: time_text(live.delay_ms) }), silent && silence()].filter(Boolean).join(' · ') || words.live;
  document.body.classList.toggle('lost', !live.connected);
  document.body.classList.toggle('delayed', delayed);
  document.body.classList.toggle('live', live.connected && !delayed);
}
live.addEventListener('connection', show_connection);
live.addEventListener('hall', () => live.connected && show_connection());

/// Calls `tick` ten times a second while the page can be seen.
export function every_moment(tick) {
  setInterval(() => document.hidden || tick(), 100);
}

/// A button with this id that fills the screen with the page; where the browser cannot, there is none.
export function full_screen(id) {
  const button = document.getElementById(id);
  button.hidden = !document.fullscreenEnabled;
  button.addEventListener('click', () => (document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen()));
}
