import { readFile } from 'node:fs/promises';

const file = new URL('../../data/stations.json', import.meta.url);

export async function allStations() {
  return JSON.parse(await readFile(file, 'utf8'));
}

export async function stationOf(id) {
  const stations = await allStations();
  return stations.find((station) => station.id === id.toUpperCase());
}
