import { env } from '../core/env.js';
import { HttpError } from '../core/http-error.js';
import { tickets } from '../tickets/repository.js';
import { DAY_MS, HOUR_MS, mean, median, round } from './stats.js';

function firstReplyHours({ opened, messages }) {
  const reply = messages.find(({ from }) => from !== 'customer');
  return reply === undefined ? null : (Date.parse(reply.at) - Date.parse(opened)) / HOUR_MS;
}

export function reportRoutes(router) {
  router.get('/reports/response-times', async () => {
    const all = await tickets.all();
    const hours = all.map(firstReplyHours).filter((value) => value !== null);
    const late = hours.filter((value) => value > env.slaHours).length;
    return { answered: hours.length, meanHours: round(mean(hours)), medianHours: round(median(hours)), late };
  });

  router.get('/reports/tags', async () => {
    const counts = new Map();
    for (const { tags } of await tickets.all()) {
      for (const tag of tags) counts.set(tag, (counts.get(tag) ?? 0) + 1);
    }
    const rows = [...counts].sort(([a, n], [b, m]) => m - n || a.localeCompare(b));
    return Object.fromEntries(rows);
  });

  router.get('/reports/week', async ({ query }) => {
    const from = Date.parse(query.get('from') ?? '');
    if (Number.isNaN(from)) throw new HttpError(400, 'from must be a day');
    const all = await tickets.all();
    const opened = all.filter((ticket) => {
      const at = Date.parse(ticket.opened);
      return at >= from && at < from + 7 * DAY_MS;
    });
    const ratings = opened.filter(({ rating }) => rating !== undefined).map(({ rating }) => rating);
    return { opened: opened.length, closed: opened.filter(({ status }) => status === 'closed').length, rating: mean(ratings) };
  });
}
