// In the order in which a bench is built up: a bare Pico first, magnets last.

import flash from './flash.mjs';
import levels from './levels.mjs';
import pieces from './pieces.mjs';
import power from './power.mjs';
import start from './start.mjs';
import time from './time.mjs';

export const steps = [...start, ...time, ...flash, ...power, ...levels, ...pieces];
