/** How routes answered when they were asked (SEN-8). Pure. */
import type { CapturedRequest } from '../incident/nouns.ts';

/** One route; milliseconds to the head of the answer. */
export interface RouteAnswers {
  readonly route: string;
  /** ISO 8601: of the latest answer. */
  readonly at: string;
  /** Of the latest; null where none came in time. */
  readonly status: number | null;
  /** Of the latest 60: how many there were, and how many of them were 5xx or none. */
  readonly asked: number;
  readonly failed: number;
  readonly p50Ms: number;
  readonly p95Ms: number;
}

export interface Answered {
  readonly at: string;
  readonly status: number | null;
  readonly ms: number;
}

const keptMax = 60;

export class Answers {
  readonly #byRoute = new Map<string, readonly Answered[]>();

  note(route: string, answered: Answered): void {
    this.#byRoute.set(route, [...(this.#byRoute.get(route) ?? []), answered].slice(-keptMax));
  }

  /** Forgets all routes but these. */
  keep(routes: readonly string[]): void {
    const kept = new Set(routes);
    for (const route of this.#byRoute.keys()) if (!kept.has(route)) this.#byRoute.delete(route);
  }

  /** In the order in which they were asked first. */
  list(): RouteAnswers[] {
    return [...this.#byRoute].flatMap(([route, all]) => {
      const latest = all.at(-1);
      return latest === undefined ? [] : [{ route, ...summary(all), at: latest.at, status: latest.status }];
    });
  }
}

function summary(all: readonly Answered[]): Pick<RouteAnswers, 'asked' | 'failed' | 'p50Ms' | 'p95Ms'> {
  const sorted = all.map(({ ms }) => ms).sort((a, b) => a - b);
  const at = (share: number): number => Math.round(sorted[Math.ceil(share * sorted.length) - 1] ?? 0);
  const failed = all.filter(({ status }) => isFailure(status)).length;
  return { asked: all.length, failed, p50Ms: at(0.5), p95Ms: at(0.95) };
}

/** 5xx, or no answer at all. */
export function isFailure(status: number | null): boolean {
  return status === null || status >= 500;
}

const value = /^[\w.-]{1,40}$/;

/** The path to ask for a route: `/users/:id` with a value that was answered well; null where none was. */
export function pathOf(route: string, good: readonly CapturedRequest[]): string | null {
  if (!route.includes(':')) return route;
  const wanted = route.split('/');
  const paths = good.filter(({ method }) => method === 'GET').map(({ url }) => url.split('?', 1)[0] ?? '');
  const fits = (path: string): boolean => {
    const given = path.split('/');
    return (
      given.length === wanted.length &&
      wanted.every((part, at) => (part.startsWith(':') ? value.test(given[at] ?? '') : part === given[at]))
    );
  };
  return paths.find(fits) ?? null;
}
