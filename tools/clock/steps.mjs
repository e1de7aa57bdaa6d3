// What the person is led through: about ten minutes, and the choosing of options. A step is marked when Enter is pressed, which
// may be some tenths of a second late: the clock's own messages, where it sends them, tell the moment.

const press = side => ({
  mark: 'press', with: { side }, wait_s: 6, say: `Press the ${side} half of the lever down, and Enter at the same time.`,
});
const reading = { mark: 'shows', ask: ['left_s', 'right_s'], say: 'Read the display: the times of the left and the right side, as h:mm:ss.' };

export const steps = [
  { mark: 'plugged', wait_s: 5, say: 'The clock is off. The listener acknowledges 00 and 10, and is never master; nothing else is at the jack. Plug it in.' },
  { mark: 'on', with: { up: 'left' }, wait_s: 5, say: 'Put the lever up on the LEFT. Switch the clock on.' },
  { mark: 'option', wait_s: 12, say: 'Choose option 11, confirm until the times stand still. Then touch nothing.' },
  reading,
  { mark: 'start', wait_s: 20, say: 'Start it (the middle button), and Enter at the same time. Then touch nothing.' },
  press('left'), press('right'), press('left'), press('right'),
  { mark: 'pause', wait_s: 8, say: 'Pause it (the middle button), and Enter at the same time.' },
  reading,
  { mark: 'resume', wait_s: 8, say: 'Let it go on (the middle button), and Enter at the same time.' },
  { mark: 'deaf', wait_s: 20, say: 'Let the listener acknowledge nothing (or pull the plug), and Enter. The clock runs on.' },
  { mark: 'hears', wait_s: 60, say: 'Let it acknowledge again (or plug it in), and Enter. Then touch nothing.' },
  { mark: 'off', wait_s: 6, say: 'Switch the clock off, and Enter.' },
  { mark: 'on', with: { up: 'right' }, wait_s: 5, say: 'Put the lever up on the RIGHT. Switch it on, and Enter at the same time.' },
  { mark: 'option', wait_s: 12, say: 'Choose option 11 once more, confirm until the times stand still. Then touch nothing.' },
  { mark: 'start', wait_s: 20, say: 'Start it, and Enter at the same time.' },
  press('right'), press('left'),
  { mark: 'pause', wait_s: 8, say: 'Pause it, and Enter.' },
  { mark: 'option', wait_s: 12, say: 'Set a time of less than a minute, without increment (a manual option); let it stand.' },
  { mark: 'start', wait_s: 0, say: 'Start it, and Enter. Look at the display.' },
  { mark: 'flag', wait_s: 10, say: 'Enter the moment the flag is shown.' },
  { mark: 'off', wait_s: 5, say: 'Switch it off, and Enter. That was all.' },
];
