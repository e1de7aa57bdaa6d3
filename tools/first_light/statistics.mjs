// Figures of many readings.

export const mean = values => values.reduce((sum, value) => sum + value, 0) / values.length;

export function sigma(values) {
  const middle = mean(values);
  return Math.sqrt(values.reduce((sum, value) => sum + (value - middle) ** 2, 0) / Math.max(1, values.length - 1));
}

/// The value that `share` of them do not exceed.
export function quantile(values, share) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
}
export const median = values => quantile(values, 0.5);

/// y = offset + slope × (x − middle), with the standard error of the slope.
export function fit_line(points) {
  const middle = mean(points.map(([x]) => x)), offset = mean(points.map(([, y]) => y));
  const spread = points.reduce((sum, [x]) => sum + (x - middle) ** 2, 0);
  const slope = points.reduce((sum, [x, y]) => sum + (x - middle) * (y - offset), 0) / spread;
  const rest = points.map(([x, y]) => y - offset - slope * (x - middle));
  const error = Math.sqrt(rest.reduce((sum, each) => sum + each * each, 0) / Math.max(1, points.length - 2) / spread);
  return { middle, offset, slope, error, rest };
}

/// Of pings: how much faster than the host's the board's clock runs. Of each twentieth of them only the quickest counts, as
/// the others were held up on the way.
export function fit_clock(pings) {
  const part = Math.max(1, Math.floor(pings.length / 20)), best = [];
  for (let at = 0; at + part <= pings.length; at += part)
    best.push(pings.slice(at, at + part).reduce((a, b) => (b.trip_us < a.trip_us ? b : a)));
  const host_us = ({ sent_us, taken_us }) => (sent_us + taken_us) / 2;
  const { middle, offset, slope, error, rest } = fit_line(best.map(ping => [host_us(ping), ping.board_us - host_us(ping)]));
  return {
    ppm: slope * 1e6,
    error_ppm: error * 2e6,
    jump_us: Math.max(...rest.map(Math.abs)),
    host_us: board_us => board_us - offset - slope * (board_us - offset - middle),
  };
}
