import { EventEmitter } from 'node:events';
import { HttpError } from '../utils/respond.js';
import { getRecipe } from './recipes.js';

export const events = new EventEmitter();
const ratings = new Map();
const log = [];

events.on('rated', ({ recipe, stars }) => {
  log.push(`${recipe.title.toUpperCase()} got ${stars}`);
});

function starsOf(id) {
  return ratings.get(id) ?? [];
}

export async function rate(id, { stars, user }) {
  const recipe = await getRecipe(id);
  if (!Number.isInteger(stars) || stars < 1 || stars > 5) throw new HttpError(400, 'stars must be 1 to 5');
  ratings.set(id, [...starsOf(id), { stars, user: user ?? 'guest' }]);
  events.emit('rated', { recipe, stars });
  return ratingOf(id);
}

export function ratingOf(id) {
  const given = starsOf(id);
  if (given.length === 0) return { count: 0, average: null };
  const sum = given.reduce((total, { stars }) => total + stars, 0);
  return { count: given.length, average: (sum / given.length).toFixed(1) };
}

export function lastRating(id) {
  const given = starsOf(id);
  const last = given.at(-1);
  return last ? last.user : null;
}

export function ratingLog() {
  return [...log];
}
