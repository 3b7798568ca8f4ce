import { readFileSync } from 'node:fs';
import type { Gardener, Loan, Plot } from '../types.js';
import { Store } from './store.js';

const read = (name: string) => JSON.parse(readFileSync(new URL(`../data/${name}.json`, import.meta.url), 'utf8'));

export const gardeners = new Store<Gardener>(read('gardeners'));
export const plots = new Store<Plot>(read('plots'));
export const loans = new Store<Loan>([
  { id: 1, tool: 'barrow', gardenerId: 2, dueOn: '2026-06-10', returned: false },
  { id: 2, tool: 'rake', gardenerId: 1, dueOn: '2026-06-01', returned: true },
]);
