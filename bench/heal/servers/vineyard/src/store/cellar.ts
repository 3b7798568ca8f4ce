import { readFile } from 'node:fs/promises';
import type { Load, Plot, Tank } from '../domain/types.js';

async function readData<T>(name: string): Promise<T[]> {
  const text = await readFile(new URL(`../../data/${name}.json`, import.meta.url), 'utf8');
  return JSON.parse(text) as T[];
}

export class Cellar {
  private readonly plots = new Map<string, Plot>();
  private readonly tanks = new Map<string, Tank>();
  private readonly loads: Load[] = [];

  static async open(): Promise<Cellar> {
    const cellar = new Cellar();
    const [plots, loads, tanks] = await Promise.all([readData<Plot>('plots'), readData<Load>('loads'), readData<Tank>('tanks')]);
    for (const plot of plots) cellar.plots.set(plot.id, plot);
    for (const tank of tanks) cellar.tanks.set(tank.id, tank);
    cellar.loads.push(...loads);
    return cellar;
  }

  plot(id: string): Plot | undefined {
    return this.plots.get(id);
  }

  allPlots(): Plot[] {
    return [...this.plots.values()];
  }

  tank(id: string): Tank | undefined {
    return this.tanks.get(id);
  }

  allTanks(): Tank[] {
    return [...this.tanks.values()];
  }

  load(id: number): Load | undefined {
    return this.loads.find((load) => load.id === id);
  }

  loadsWhere(test: (load: Load) => boolean): Load[] {
    return this.loads.filter(test);
  }

  addLoad(input: Omit<Load, 'id'>): Load {
    const id = Math.max(0, ...this.loads.map((load) => load.id)) + 1;
    const load = { id, ...input };
    this.loads.push(load);
    return load;
  }
}
