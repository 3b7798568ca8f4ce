import { records } from './lines.ts';
import type { Episode, Show } from './types.ts';

type Raw = Omit<Episode, 'published'> & { published: string };

export class Catalog {
  #shows = new Map<string, Show>();
  #episodes = new Map<string, Episode>();

  static async open(): Promise<Catalog> {
    const catalog = new Catalog();
    await catalog.#read();
    return catalog;
  }

  async #read(): Promise<void> {
    for await (const show of records<Show>('shows')) this.#shows.set(show.slug, show);
    for await (const raw of records<Raw>('episodes')) {
      this.#episodes.set(raw.id, { ...raw, published: new Date(raw.published) });
    }
  }

  shows(): Show[] {
    return [...this.#shows.values()];
  }

  show(slug: string): Show | undefined {
    return this.#shows.get(slug);
  }

  episode(id: string): Episode | undefined {
    return this.#episodes.get(id);
  }

  /** Newest first. */
  episodesOf(slug: string): Episode[] {
    return [...this.#episodes.values()]
      .filter((episode) => episode.show === slug)
      .sort((a, b) => b.published.getTime() - a.published.getTime());
  }

  latest(slug: string): Episode | undefined {
    return this.episodesOf(slug)[0];
  }

  async *search(words: string): AsyncGenerator<Episode> {
    const wanted = words.toLowerCase();
    for (const episode of this.#episodes.values()) {
      if (episode.title.toLowerCase().includes(wanted)) yield episode;
    }
  }
}
