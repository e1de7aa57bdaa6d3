// Times of day as the hall's clock on the wall shows them.

let zone; // undefined: that of this device
const formats = new Map();

/// An IANA name, or null where the daemon does not know it.
export function set_zone(name) {
  zone = name ?? undefined;
  formats.clear();
}

/// "14:03:12", or with tenths "14:03:12.3", at `utc_ms`.
export function time_of(utc_ms, tenths = 0) {
  if (!formats.has(tenths))
    formats.set(tenths, new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', second: '2-digit', timeZone: zone,
      ...(tenths ? { fractionalSecondDigits: 1 } : {}) }));
  return formats.get(tenths).format(utc_ms);
}

/// At `t_ms` of a game; empty before it has a time.
export const time_in_game = (started, t_ms, tenths) => (started ? time_of(Date.parse(started) + t_ms, tenths) : '');
