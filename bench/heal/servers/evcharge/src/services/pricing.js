import tariffs from '../../data/tariffs.json' with { type: 'json' };
import { config } from '../config.js';
import { splitByBand } from '../lib/bands.js';
import { minutesBetween } from '../lib/time.js';

export const kinds = Object.keys(tariffs);

export function bandsOf(kind) {
  return tariffs[kind];
}

/** What an ended session costs, line by line. */
export function priceOf(session, kind) {
  const minutes = minutesBetween(session.started, session.ended);
  const lines = splitByBand(bandsOf(kind), session.started, session.ended).map((part) => {
    const wh = (session.wh * part.minutes) / minutes;
    return { text: `${(wh / 1000).toFixed(1)} kWh at ${part.cents} c`, cents: Math.round((wh * part.cents) / 1000) };
  });
  const idle = Math.max(0, minutes - config.idle.freeMinutes[kind]);
  if (idle > 0) lines.push({ text: `${idle} min idle`, cents: idle * config.idle.centsPerMinute });
  return { minutes, lines, cents: lines.reduce((total, line) => total + line.cents, 0) };
}
