export * from './errors.ts';
export { departure, StayState } from './models.ts';
export type { Berth, Boat, NewStay, Stay } from './models.ts';
export { parseWith, s, type Parsed } from './schema.ts';
export { formatMoney, linesFor, tariff } from './tariff.ts';
