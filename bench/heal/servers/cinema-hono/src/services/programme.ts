import { readFileSync } from 'node:fs';
import type { Film, Hall, Screening, Ticket } from '../types';

const raw = JSON.parse(readFileSync(new URL('../../data/programme.json', import.meta.url), 'utf8'));

const index = <T, K extends string | number>(list: T[], key: (one: T) => K) => new Map(list.map((one) => [key(one), one]));

export const halls: Map<string, Hall> = index(raw.halls as Hall[], (hall) => hall.code);
export const films: Map<string, Film> = index(raw.films as Film[], (film) => film.id);

export const screenings: Map<number, Screening> = index(
  raw.screenings.map((one: Screening) => ({ ...one, startsAt: new Date(one.startsAt) })) as Screening[],
  (screening) => screening.id,
);

export const tickets: Map<string, Ticket> = index(
  raw.tickets.map((one: Ticket) => ({ ...one, soldAt: new Date(one.soldAt) })) as Ticket[],
  (ticket) => ticket.code,
);
