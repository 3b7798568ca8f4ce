import { HttpError } from '../http/errors.js';
import { gardeners, plots } from '../stores/index.js';
import type { Gardener, Planting, Plot } from '../types.js';

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);

export async function plotOf(id: string): Promise<Plot> {
  const plot = await plots.get(Number(id));
  if (!plot) throw new HttpError(404, `Plot ${id} not found`);
  return plot;
}

export function harvested(planting: Planting) {
  return sum(planting.harvests ?? []);
}

export async function summary(plot: Plot) {
  const gardener = plot.gardenerId === null ? null : await gardeners.get(plot.gardenerId);
  return {
    id: plot.id,
    label: plot.label,
    gardener: gardener ? gardener.name : null,
    crops: plot.plantings.map((planting) => planting.crop),
    kilos: sum(plot.plantings.map(harvested)),
  };
}

export async function listPlots(free: boolean) {
  const all = await plots.all();
  const wanted = free ? all.filter((plot) => plot.gardenerId === null) : all;
  return Promise.all(wanted.map((plot) => summary(plot)));
}

export async function sow(id: string, gardener: Gardener, { crop, sownOn }: Planting) {
  const plot = await plotOf(id);
  if (plot.gardenerId !== gardener.id && gardener.role !== 'steward') throw new HttpError(403, 'Not your plot');
  const planting: Planting = { crop, sownOn: new Date(sownOn).toISOString().slice(0, 10) };
  const changed = await plots.change(plot.id, { plantings: [...plot.plantings, planting] });
  return summary(changed);
}

export async function harvest(id: string, crop: string, kilos: number) {
  const plot = await plotOf(id);
  const planting = plot.plantings.find((one) => one.crop === crop);
  if (!planting) throw new HttpError(404, `No ${crop} on ${plot.label}`);
  (planting.harvests ??= []).push(kilos);
  return { crop, kilos: harvested(planting) };
}

export async function bestCrop() {
  const totals = new Map<string, number>();
  for (const plot of await plots.all()) {
    for (const planting of plot.plantings) {
      totals.set(planting.crop, (totals.get(planting.crop) ?? 0) + harvested(planting));
    }
  }
  const [best] = [...totals].sort(([, a], [, b]) => b - a);
  return { crop: best[0], kilos: best[1].toFixed(1) };
}
