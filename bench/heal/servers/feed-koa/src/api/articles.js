import { excerpt } from '../core/text.js';

const day = (date) => date.toISOString().slice(0, 10);

export default function articleRoutes(router, { site, articles, comments }) {
  const find = (ctx) => articles.find(({ slug }) => slug === ctx.params.slug) ?? ctx.throw(404, 'no such article');

  router.get('/articles', (ctx) => {
    const page = Number(ctx.query.page ?? 1);
    if (!Number.isInteger(page) || page < 1) ctx.throw(400, 'page must be a positive number');
    const tagged = ctx.query.tag ? articles.filter(({ tags }) => tags.includes(ctx.query.tag)) : articles;
    const shown = tagged.slice((page - 1) * site.perPage, page * site.perPage);
    ctx.body = {
      total: tagged.length,
      pages: Math.ceil(tagged.length / site.perPage),
      articles: shown.map(({ slug, title, date, html }) => ({ slug, title, date: day(date), excerpt: excerpt(html) })),
    };
  });

  router.get('/articles/:slug', (ctx) => {
    const article = find(ctx);
    const { slug, title, author, tags, html } = article;
    ctx.body = { slug, title, author, tags, html, date: day(article.date), comments: comments.of(slug).length };
  });

  router.get('/articles/:slug/comments', (ctx) => {
    ctx.body = comments.of(find(ctx).slug);
  });

  router.post('/articles/:slug/comments', (ctx) => {
    const article = find(ctx);
    const { name, text } = ctx.request.body;
    if (typeof text !== 'string' || text.trim() === '') ctx.throw(400, 'text is missing');
    if (text.length > comments.maxLength) ctx.throw(400, 'text is too long');
    ctx.status = 201;
    ctx.body = comments.add(article.slug, { name: name?.trim() || 'anonymous', text: text.trim() });
  });

  router.get('/authors', (ctx) => {
    const counts = {};
    for (const { author } of articles) counts[author] = (counts[author] ?? 0) + 1;
    ctx.body = Object.entries(counts).map(([author, count]) => ({ author, count }));
  });
}
