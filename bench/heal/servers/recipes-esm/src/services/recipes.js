import { readFile } from 'node:fs/promises';
import { HttpError } from '../utils/respond.js';

const dataDir = new URL('../../data/', import.meta.url);

let recipes = null;
let categories = null;

async function loadJson(name) {
  return JSON.parse(await readFile(new URL(name, dataDir), 'utf8'));
}

async function allRecipes() {
  if (!recipes) recipes = await loadJson('recipes.json');
  return recipes;
}

async function allCategories() {
  if (!categories) categories = await loadJson('categories.json');
  return categories;
}

export async function listRecipes({ category, maxMinutes = Infinity } = {}) {
  const all = await allRecipes();
  return all.filter((recipe) => (!category || recipe.category === category) && recipe.minutes <= maxMinutes);
}

export async function getRecipe(id) {
  const all = await allRecipes();
  const recipe = all.find((one) => one.id === id);
  if (!recipe) throw new HttpError(404, `No recipe ${id}`);
  return recipe;
}

export function scale(recipe, servings) {
  const factor = servings / recipe.servings;
  return recipe.ingredients.map(({ name, amount, unit }) => ({ name, amount: Number((amount * factor).toFixed(1)), unit: unit ?? 'piece' }));
}

export async function breadcrumb(slug) {
  const known = await allCategories();
  const trail = [];
  let current = slug;
  while (current !== null) {
    const category = known[current];
    if (!category) throw new HttpError(404, `No category ${current}`);
    trail.unshift(category.label);
    current = category.parent;
  }
  return trail;
}

export async function childrenOf(slug) {
  const known = await allCategories();
  const direct = Object.keys(known).filter((key) => known[key].parent === slug);
  const deeper = await Promise.all(direct.map((key) => childrenOf(key)));
  return direct.map((key, i) => ({ slug: key, label: known[key].label, children: deeper[i] }));
}

export async function authors() {
  const counts = {};
  for (const recipe of await allRecipes()) {
    const name = recipe.author?.name ?? 'anonymous';
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

export async function summary() {
  const all = await allRecipes();
  const total = all.reduce((sum, recipe) => sum + recipe.minutes, 0);
  const dated = all.filter((recipe) => recipe.published).map((recipe) => new Date(recipe.published));
  const newest = new Date(Math.max(...dated));
  return { recipes: all.length, averageMinutes: total / all.length, newest: newest.toISOString().slice(0, 10) };
}
