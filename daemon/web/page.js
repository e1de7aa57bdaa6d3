// What both pages say about the round and the connection.

import { say, time_text, words } from '/language.js';
import { Live } from '/live.js';

const board = location.pathname.match(/^\/board\/(\d+)$/)?.[1];
export const live = new Live(Number(board) || null);

const connection = document.getElementById('connection');

function show_connection() {
  const delayed = live.connected && live.delay_ms > 0;
  connection.textContent = !live.connected ? words.lost : delayed ? say('delayed', { time: time_text(live.delay_ms) }) : words.live;
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
