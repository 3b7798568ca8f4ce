import { settings } from './settings.ts';
import type { Episode, Show } from './types.ts';

export function clock(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  return `${minutes}:${String(seconds % 60).padStart(2, '0')}`;
}

export function episodeView(episode: Episode) {
  return {
    id: episode.id,
    title: episode.title,
    length: clock(episode.seconds),
    day: episode.published.toISOString().slice(0, 10),
    url: new URL(episode.file, settings.media.origin).href,
    chapters: episode.chapters.map(({ at, title }) => `${clock(at)} ${title}`),
  };
}

export function showView(show: Show, latest: Episode | undefined) {
  return {
    slug: show.slug,
    title: show.title,
    host: show.host?.name ?? null,
    tags: show.tags,
    latest: latest ? episodeView(latest) : null,
  };
}
