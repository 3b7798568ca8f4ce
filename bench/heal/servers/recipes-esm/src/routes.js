import { createReadStream } from 'node:fs';
import { HttpError, readJson, sendJson } from './utils/respond.js';
import { authors, breadcrumb, childrenOf, getRecipe, listRecipes, scale, summary } from './services/recipes.js';
import { lastRating, rate, ratingLog, ratingOf } from './services/ratings.js';
import * as sessions from './services/sessions.js';

function sessionOf(req) {
  const header = req.headers.authorization ?? '';
  const session = sessions.find(header.replace('Bearer ', ''));
  if (!session) throw new HttpError(401, 'Please sign in');
  return session;
}

export function registerRoutes(router) {
  router.get('/', ({ res }) => {
    res.writeHead(200, { 'content-type': 'text/plain' });
    createReadStream(new URL('../data/welcome.txt', import.meta.url)).pipe(res);
  });

  router.get('/recipes', async ({ res, query }) => {
    const max = query.get('max');
    const found = await listRecipes({ category: query.get('category'), maxMinutes: max ? Number(max) : undefined });
    sendJson(res, 200, found.map(({ id, title, author }) => ({ id, title, by: author?.name ?? null })));
  });

  router.get('/recipes/:id', async ({ res, params, query }) => {
    const recipe = await getRecipe(params.id);
    const servings = Number(query.get('servings') ?? recipe.servings);
    if (!(servings > 0)) throw new HttpError(400, 'servings must be positive');
    sendJson(res, 200, { ...recipe, servings, ingredients: scale(recipe, servings), trail: await breadcrumb(recipe.category) });
  });

  router.get('/recipes/:id/rating', async ({ res, params }) => {
    await getRecipe(params.id);
    sendJson(res, 200, { ...ratingOf(params.id), last: lastRating(params.id) });
  });

  router.post('/recipes/:id/ratings', async ({ req, res, params }) => {
    const body = await readJson(req);
    sendJson(res, 201, await rate(params.id, body));
  });

  router.get('/categories/:slug', async ({ res, params }) => {
    sendJson(res, 200, { trail: await breadcrumb(params.slug), children: await childrenOf(params.slug) });
  });

  router.get('/authors', async ({ res }) => sendJson(res, 200, await authors()));
  router.get('/summary', async ({ res }) => sendJson(res, 200, await summary()));
  router.get('/log', async ({ res }) => sendJson(res, 200, ratingLog()));

  router.post('/sessions', async ({ req, res }) => {
    const { user } = await readJson(req);
    if (!user) throw new HttpError(400, 'user is required');
    const token = sessions.open(user);
    sendJson(res, 201, { token, open: sessions.count() });
  });

  router.get('/favourites', async ({ req, res }) => {
    const session = sessionOf(req);
    sendJson(res, 200, session.favourites);
  });
}
