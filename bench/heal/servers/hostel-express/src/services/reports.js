import { daysInMonth } from '#lib/dates';
import { round } from '#lib/money';
import { bus } from '#lib/bus';

const events = [];
bus.on('stay:booked', ({ id }) => events.push(`booked ${id}`));
bus.on('stay:cancelled', ({ id }) => events.push(`cancelled ${id}`));

export function makeReports({ stays, rooms }) {
  return {
    occupancy(month) {
      const booked = stays.ofMonth(month);
      const possible = rooms.all().length * daysInMonth(month);
      const nights = booked.reduce((sum, stay) => sum + stay.nights, 0);
      const byRoom = Object.groupBy === undefined ? grouped(booked) : Object.groupBy(booked, ({ roomCode }) => roomCode);
      return {
        month,
        nights,
        percent: round((nights / possible) * 100),
        revenue: round(booked.reduce((sum, stay) => sum + stay.total, 0)),
        rooms: Object.entries(byRoom).map(([code, list]) => ({ code, stays: list.length })),
      };
    },
    log: () => events.slice(-10),
  };
}

function grouped(list) {
  const groups = {};
  for (const stay of list) (groups[stay.roomCode] ??= []).push(stay);
  return groups;
}
