import { escapeHtml } from '../core/text.js';

export default function feedRoutes(router, { site, articles }) {
  router.get('/feed.xml', (ctx) => {
    const newest = articles.reduce((latest, { date }) => (date > latest ? date : latest), new Date(0));
    const entries = articles.map(
      ({ slug, title, date }) =>
        `<entry><id>${new URL(`/articles/${slug}`, site.baseUrl)}</id><title>${escapeHtml(title)}</title><updated>${date.toISOString()}</updated></entry>`,
    );
    ctx.type = 'application/atom+xml';
    ctx.body = `<feed><title>${escapeHtml(site.title)}</title><updated>${newest.toISOString()}</updated>${entries.join('')}</feed>`;
  });
}
