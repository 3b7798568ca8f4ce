import { readJson } from './settings.mjs';
import settings from './settings.mjs';

const households = readJson('data/households.json');
const tariffs = new Map(Object.entries(readJson(settings.tariffs)));

export class Unknown extends Error {
  code = 'unknown';
}

export function household(id) {
  const found = households[id];
  if (!found) throw new Unknown(`no household ${id}`);
  return { id, ...found };
}

export function everyHousehold() {
  return Object.keys(households).map(household);
}

export function tariffOf({ tariff }) {
  const found = tariffs.get(tariff);
  if (!found) throw new Unknown(`no tariff ${tariff}`);
  return found;
}

export function tariffNames() {
  return [...tariffs.entries()].map(([name, { label }]) => `${name}: ${label}`);
}
