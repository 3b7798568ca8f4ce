import type { Catalog } from './catalog.ts';
import type { Episode, Listener } from './types.ts';

export class NotFound extends Error {
  readonly statusCode = 404;
}

export class Listeners {
  readonly #byId = new Map<string, Listener>();

  constructor(private readonly catalog: Catalog) {
    this.add('u1', 'Noor');
    this.add('u2', 'Piet');
  }

  add(id: string, name: string): Listener {
    const listener: Listener = { id, name, queue: [], heard: new Map() };
    this.#byId.set(id, listener);
    return listener;
  }

  get(id: string): Listener {
    const listener = this.#byId.get(id);
    if (listener === undefined) throw new NotFound(`no listener ${id}`);
    return listener;
  }

  async enqueue(id: string, episodeId: string): Promise<Listener> {
    const listener = this.get(id);
    const episode = this.catalog.episode(episodeId);
    if (episode === undefined) throw new NotFound(`no episode ${episodeId}`);
    if (!listener.queue.includes(episode.id)) listener.queue.push(episode.id);
    return listener;
  }

  async progress(id: string, episodeId: string, seconds: number): Promise<number> {
    const listener = this.get(id);
    const episode = this.catalog.episode(episodeId);
    if (episode === undefined) throw new NotFound(`no episode ${episodeId}`);
    const at = Math.min(seconds, episode.seconds);
    listener.heard.set(episode.id, at);
    return Math.round((at / episode.seconds) * 100);
  }

  async queue(id: string): Promise<{ episode: Episode; left: number }[]> {
    const listener = this.get(id);
    return listener.queue
      .map((name) => this.catalog.episode(name))
      .filter((episode) => episode !== undefined)
      .map((episode) => ({ episode, left: episode.seconds - (listener.heard.get(episode.id) ?? 0) }));
  }
}
