import { config } from '../config.js';
import { drivers, fuel, trips, vehicles } from '#models';
import { daysBetween, monthOf } from '#util/dates';
import { perUnit, pounds } from '#util/money';

const sum = (rows, pick) => rows.reduce((total, row) => total + pick(row), 0);

function groupBy(rows, keyOf) {
  const groups = new Map();
  for (const row of rows) {
    const key = keyOf(row);
    if (!groups.has(key)) groups.set(key, []);
    groups.get(key).push(row);
  }
  return groups;
}

export async function monthly(month) {
  const driven = trips.where((trip) => monthOf(trip.startedAt) === month);
  const bought = fuel.where((entry) => monthOf(entry.day) === month);
  const byVehicle = groupBy(driven, (trip) => trip.plate);
  const rows = [...byVehicle].map(([plate, list]) => {
    const cost = sum(bought.filter((entry) => entry.plate === plate), (entry) => entry.pence);
    const km = sum(list, (trip) => trip.km);
    return { plate, trips: list.length, km, fuel: pounds(cost), pencePerKm: perUnit(cost, km) };
  });
  return {
    company: config.company,
    month,
    km: sum(driven, (trip) => trip.km),
    fuel: pounds(sum(bought, (entry) => entry.pence)),
    vehicles: rows.sort((a, b) => b.km - a.km),
  };
}

export function alerts(today = config.today) {
  const licences = drivers
    .where((driver) => daysBetween(today, driver.licence.expires) <= config.alerts.licenceDays)
    .map((driver) => ({ driver: driver.name, days: daysBetween(today, driver.licence.expires) }));
  const services = vehicles
    .where((vehicle) => {
      const since = trips.where((trip) => trip.plate === vehicle.plate);
      return vehicles.serviceDue(vehicle, sum(since, (trip) => trip.km));
    })
    .map(({ plate }) => plate);
  return { licences, services };
}

export function stations() {
  const names = new Set();
  for (const { station } of fuel) if (station) names.add(station.name);
  return [...names].sort((a, b) => a.localeCompare(b));
}

export async function* exportFuel() {
  yield 'day,plate,litres,cost,station\n';
  for (const entry of fuel) {
    yield `${[entry.day, entry.plate, entry.litres.toFixed(1), pounds(entry.pence), entry.station?.name ?? ''].join(',')}\n`;
  }
}
