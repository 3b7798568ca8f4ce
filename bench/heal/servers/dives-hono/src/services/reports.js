import { groupBy, money, sum } from '../lib/format.js';

export function makeReports({ bookings, trips, divers, sites, gear, centre }, { trips: tripService }) {
  const live = () => [...bookings.values()].filter((one) => !one.cancelledOn);

  return {
    income(month) {
      const rows = live().filter((one) => !month || trips.get(one.trip).departsAt.startsWith(month));
      const paid = sum(rows.map(({ paidCents }) => paidCents));
      const byBoat = groupBy(rows, (one) => trips.get(one.trip).boat);
      return {
        bookings: rows.length,
        paid: money(paid, centre.currency),
        average: rows.length === 0 ? null : money(Math.round(paid / rows.length), centre.currency),
        boats: Object.fromEntries([...byBoat].map(([boat, list]) => [boat, money(sum(list.map((one) => one.paidCents)), centre.currency)])),
      };
    },

    sites() {
      return [...sites.values()].map(({ slug, name, hazards }) => {
        const own = [...trips.values()].filter((trip) => trip.site === slug);
        const seats = sum(own.map((trip) => trip.places));
        const taken = sum(own.map((trip) => tripService.takenOn(trip).length));
        return { name, trips: own.length, filled: seats === 0 ? 0 : Math.round((taken / seats) * 100), hazards: hazards?.length ?? 0 };
      });
    },

    gear() {
      const out = groupBy(live().flatMap((one) => one.gear ?? []), (key) => key);
      return Object.entries(gear).map(([key, { label, stock }]) => ({ key, label: label.toLowerCase(), left: stock - (out.get(key)?.length ?? 0) }));
    },

    roster(tripId) {
      const trip = tripService.find(tripId);
      const names = tripService.takenOn(trip).map(({ diver }) => divers.get(diver).name);
      return [`${trip.boat}, ${trip.departsAt.slice(11, 16)}`, ...names.sort()].join('\n');
    },
  };
}
