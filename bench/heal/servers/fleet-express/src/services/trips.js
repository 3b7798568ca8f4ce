import { drivers, trips, vehicles } from '#models';
import { duration, monthOf } from '#util/dates';
import { ApiError } from '#util/errors';

const required = ['plate', 'driver', 'from', 'to', 'km'];

export function present(trip) {
  const driver = drivers.get(trip.driver);
  return {
    id: trip.id,
    route: `${trip.from} - ${trip.to}`,
    km: trip.km,
    driver: driver.name,
    phone: driver.phone?.replaceAll(' ', '') ?? null,
    month: monthOf(trip.startedAt),
    took: trip.endedAt ? duration(trip.startedAt, trip.endedAt) : null,
    stops: trip.stops.map((stop) => `${stop.place} (${stop.minutes} min)`),
  };
}

export function search({ driver, plate, month }) {
  return trips.where(
    (trip) =>
      (!driver || trip.driver === driver) &&
      (!plate || trip.plate === plate) &&
      (!month || monthOf(trip.startedAt) === month),
  );
}

export function plan(input, now = new Date()) {
  const missing = required.filter((field) => input[field] === undefined);
  if (missing.length > 0) throw ApiError.invalid(missing.map((field) => `${field} is required`));
  const vehicle = vehicles.get(input.plate);
  if (!vehicle) throw ApiError.notFound('vehicle', input.plate);
  const driver = drivers.get(input.driver);
  if (!driver) throw ApiError.notFound('driver', input.driver);
  if (vehicle.tags.includes('heavy') && !driver.licence.class.startsWith('C')) {
    throw new ApiError(409, `${driver.name} may not drive ${vehicle.plate}`);
  }
  return trips.add({
    id: trips.size + 1,
    ...input,
    startedAt: now.toISOString(),
    endedAt: null,
    stops: input.stops ?? [],
  });
}

export function finish(id, now = new Date()) {
  const trip = trips.get(id);
  if (!trip) throw ApiError.notFound('trip', id);
  if (trip.endedAt) throw new ApiError(409, `trip ${id} has ended`);
  trip.endedAt = now.toISOString();
  const vehicle = vehicles.get(trip.plate);
  vehicle.odometer += trip.km;
  return trip;
}
