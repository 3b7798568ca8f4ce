import { unprocessable } from '../http/errors.js';
import { addWorkingDays, isWorkingDay } from '../lib/dates.js';
import type { Settings } from '../settings.js';
import type { Order } from '../types.js';

export interface Plan {
  press: string;
  days: number;
  dueOn: string;
}

export class Planner {
  constructor(private readonly settings: Settings) {}

  plan(order: Order, sheets: number, start: string): Plan {
    const { presses, planning } = this.settings;
    if (!isWorkingDay(start, planning.closed)) throw unprocessable(`Closed on ${start}`);
    const press = presses.find(({ colours }) => colours >= order.colours);
    if (press === undefined) throw unprocessable(`No press prints ${order.colours} colours`);
    const days = Math.ceil(sheets / press.sheetsPerDay);
    const finishing = order.finishing.length * planning.finishingDays;
    return { press: press.code, days, dueOn: addWorkingDays(start, days + finishing, planning.closed) };
  }
}
