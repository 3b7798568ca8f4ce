import { halls, tickets } from './programme';
import type { Hall, Screening } from '../types';

const rowName = (row: number): string => String.fromCharCode('A'.charCodeAt(0) + row);

export function seatsOf(hall: Hall): string[] {
  return Array.from({ length: hall.rows }, (_, row) =>
    Array.from({ length: hall.seatsPerRow }, (_, seat) => `${rowName(row)}${seat + 1}`),
  ).flat();
}

export function takenSeats(screeningId: number): Set<string> {
  return new Set([...tickets.values()].filter((ticket) => ticket.screeningId === screeningId).map((ticket) => ticket.seat));
}

export function freeSeats(screening: Screening): string[] {
  const taken = takenSeats(screening.id);
  const hall = halls.get(screening.hall);
  if (!hall) return [];
  return seatsOf(hall).filter((seat) => !taken.has(seat));
}
