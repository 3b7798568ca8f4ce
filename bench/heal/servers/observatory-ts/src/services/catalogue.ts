import { readFile } from 'node:fs/promises';
import telescopes from '#data/telescopes.json' with { type: 'json' };
import { NotFound } from '#lib/errors';
import type { SkyObject, Telescope } from '../types.ts';

const objectsFile = new URL('../../data/objects.json', import.meta.url);

export class Catalogue {
  readonly telescopes = telescopes as Telescope[];
  #objects: Map<string, SkyObject>;

  private constructor(objects: SkyObject[]) {
    this.#objects = new Map(objects.map((one) => [one.code, one]));
  }

  static async open(): Promise<Catalogue> {
    const { objects } = JSON.parse(await readFile(objectsFile, 'utf8'));
    return new Catalogue(objects);
  }

  telescope(id: string): Telescope {
    const found = this.telescopes.find((one) => one.id === id);
    if (!found) throw new NotFound(`Telescope ${id}`);
    return found;
  }

  object(code: string): SkyObject {
    const found = this.#objects.get(code.toUpperCase());
    if (!found) throw new NotFound(`Object ${code}`);
    return found;
  }

  ofKind(kind?: string): SkyObject[] {
    const all = [...this.#objects.values()];
    return (kind ? all.filter((one) => one.kind === kind) : all).toSorted((a, b) => a.magnitude - b.magnitude);
  }
}
