// What a board or its clock complains of (daemon/round/complaint.hpp), and what to do about it, by subject. Pure.

const advice = {
  start: 'Compare the board with the game. If it happens again, have another board ready.',
  firmware: 'Compare the board with the game, and have another board ready.',
  squares: 'Have another board ready; if it goes on, exchange the boards.',
  battery: 'Put it on its charger between the games, or exchange the boards.',
  pieces: 'Put another board there, of the first one’s kind, or enter the moves by hand.',
  'clock battery': 'Have a new battery at hand.',
  'clock times': 'Look at the clock on the table with the players.',
  'clock set': 'If no arbiter has set it, ask the players.',
  'clock lever': 'Compare the times here with those on the table now and then.',
  'clock stopped': 'Ask the players whether the game is over, and enter its result.',
  'clock link': 'Check the clock’s cable, and whether it is on. Then compare its times with those here.',
  'no clock': 'Connect one before the next game; the times of this one stay on the table alone.',
};
export const advice_on = ({ about }) => advice[about] ?? '';

/// By which it is known again: another text is another complaint.
export const key_of = ({ about, text }) => `c${about}: ${text}`;
