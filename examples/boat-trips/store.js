const trips = [
  { id: 'seals', name: 'Seal banks', seats: 12, taken: 9 },
  { id: 'fort', name: 'Round the fort', seats: 20, taken: 4 },
];

export const allTrips = () => trips;

export function lookUpTrip(id) {
  return trips.find((trip) => trip.id === id);
}
