import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Catalog } from './catalog.ts';
import { NotFound, type Listeners } from './listeners.ts';
import { settings } from './settings.ts';
import { clock, episodeView, showView } from './views.ts';

const page = z.object({ page: z.coerce.number().int().positive().default(1) });
const progress = z.object({ episode: z.string(), seconds: z.number().nonnegative() });
const queued = z.object({ episode: z.string() });

export function routes(app: FastifyInstance, catalog: Catalog, listeners: Listeners): void {
  app.get('/shows', async () => catalog.shows().map((show) => showView(show, catalog.latest(show.slug))));

  app.get<{ Params: { slug: string } }>('/shows/:slug/episodes', async (request) => {
    const { page: number } = page.parse(request.query);
    const show = catalog.show(request.params.slug);
    if (show === undefined) throw new NotFound(`no show ${request.params.slug}`);
    const all = catalog.episodesOf(show.slug);
    const from = (number - 1) * settings.pageSize;
    return { show: show.title, total: all.length, episodes: all.slice(from, from + settings.pageSize).map(episodeView) };
  });

  app.get('/featured', async () =>
    settings.featured.map((slug) => catalog.show(slug)!).map((show) => showView(show, catalog.latest(show.slug))),
  );

  app.get<{ Querystring: { q: string } }>('/search', async (request) => {
    const found = [];
    for await (const episode of catalog.search(request.query.q ?? '')) found.push(episodeView(episode));
    return found;
  });

  app.get('/languages', async () => ({ languages: settings.languages.map((code) => code.toUpperCase()) }));

  app.get<{ Params: { id: string } }>('/listeners/:id/queue', async (request) => {
    const queue = await listeners.queue(request.params.id);
    return queue.map(({ episode, left }) => ({ ...episodeView(episode), left: clock(left) }));
  });

  app.post<{ Params: { id: string } }>('/listeners/:id/queue', async (request, reply) => {
    const { episode } = queued.parse(request.body);
    const listener = await listeners.enqueue(request.params.id, episode);
    reply.code(201);
    return { listener: listener.name, queue: listener.queue };
  });

  app.put<{ Params: { id: string } }>('/listeners/:id/progress', async (request) => {
    const { episode, seconds } = progress.parse(request.body);
    return { percent: await listeners.progress(request.params.id, episode, seconds) };
  });
}
