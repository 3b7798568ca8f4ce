import { readFileSync } from 'node:fs';
import path from 'node:path';
import { settings } from '../config/index.js';
import type { Dish, Plan } from './types.js';

function load<T>(name: string): T {
  return JSON.parse(readFileSync(path.resolve(settings.content.folder, name), 'utf8')) as T;
}

export const dishes = load<Record<string, Dish>>(settings.content.dishes);
export const plan = load<Plan>(settings.content.weeks);
export type * from './types.js';
