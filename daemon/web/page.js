// What both pages say about the round and the connection.

import { Live } from '/live.js';

export const live = new Live();

const connection = document.getElementById('connection');
live.addEventListener('connection', () => {
  connection.textContent = live.connected ? 'Live' : 'Connection lost. Trying again…';
  document.body.classList.toggle('lost', !live.connected);
  document.body.classList.toggle('live', live.connected);
});

/// Calls `tick` ten times a second while the page can be seen.
export function every_moment(tick) {
  setInterval(() => document.hidden || tick(), 100);
}
