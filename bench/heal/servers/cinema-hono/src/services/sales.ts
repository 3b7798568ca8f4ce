import { HTTPException } from 'hono/http-exception';
import { Category, type Screening, type Ticket } from '../types';
import { screenings, tickets } from './programme';
import { freeSeats } from './seating';

const SHARE: Record<Category, number> = {
  [Category.Adult]: 1,
  [Category.Child]: 0.5,
  [Category.Senior]: 0.8,
};

export function priceOf(screening: Screening, category: Category): number {
  return Math.round(screening.cents * SHARE[category]);
}

export async function sell(screeningId: number, seat: string, category: Category, now: Date): Promise<Ticket> {
  const screening = screenings.get(screeningId);
  if (!screening) throw new HTTPException(404, { message: `No screening ${screeningId}` });
  if (!freeSeats(screening).includes(seat)) throw new HTTPException(409, { message: `Seat ${seat} is not free` });
  const ticket: Ticket = { code: `T-${tickets.size + 1}`, screeningId, seat, category, soldAt: now };
  tickets.set(ticket.code, ticket);
  return ticket;
}

export async function revenue(): Promise<Map<number, { sold: number; cents: number }>> {
  const totals = new Map<number, { sold: number; cents: number }>();
  for (const screening of screenings.values()) totals.set(screening.id, { sold: 0, cents: 0 });
  for (const ticket of tickets.values()) {
    const total = totals.get(ticket.screeningId)!;
    total.sold += 1;
    total.cents += priceOf(screenings.get(ticket.screeningId)!, ticket.category);
  }
  return totals;
}
