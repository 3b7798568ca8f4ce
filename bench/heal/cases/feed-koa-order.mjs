/** More faults of middleware, logic and locales in the feed. */
import feed from './feed-koa.mjs';

export default {
  ...feed,
  cases: [
    {
      id: 'feed-method-torn-off',
      cause: 'logic',
      expect: 'repair',
      break: [{ file: 'src/api/articles.js', find: "  router.get('/articles/:slug/comments', (ctx) => {\n    ctx.body = comments.of(find(ctx).slug);", replace: "  const { of } = comments;\n  router.get('/articles/:slug/comments', (ctx) => {\n    ctx.body = of(find(ctx).slug);" }],
      trigger: { requests: ['GET /articles/ferry/comments'] },
    },
    {
      id: 'feed-link-without-base',
      cause: 'other',
      expect: 'repair',
      break: [{ file: 'src/api/feed.js', find: 'new URL(`/articles/${slug}`, site.baseUrl)', replace: 'new URL(`/articles/${slug}`)' }],
      trigger: { requests: ['GET /feed.xml'] },
    },
    {
      id: 'feed-locale-underscore',
      cause: 'other',
      expect: 'repair',
      break: [{ file: 'src/api/articles.js', find: 'date.toISOString().slice(0, 10)', replace: "date.toLocaleDateString('sv_SE', { timeZone: 'UTC' })" }],
      trigger: { requests: ['GET /articles'] },
    },
    {
      id: 'feed-file-name-pattern',
      cause: 'logic',
      expect: 'repair',
      history: true,
      break: [{ file: 'src/core/articles.js', find: '(\\d{4}-\\d{2}-\\d{2})-(.+)', replace: '(\\d{4}-\\d{2}-\\d{2})_(.+)' }],
      trigger: { boot: true },
    },
    {
      id: 'feed-slug-in-place-of-article',
      cause: 'logic',
      expect: 'repair',
      break: [{ file: 'src/api/articles.js', find: 'html, date: day(article.date)', replace: 'html, date: day(slug)' }],
      trigger: { requests: ['GET /articles/ferry'] },
    },
    {
      id: 'feed-entries-as-function',
      cause: 'logic',
      expect: 'repair',
      break: [{ file: 'src/api/feed.js', find: '${newest.toISOString()}', replace: '${newest().toISOString()}' }],
      trigger: { requests: ['GET /feed.xml'] },
    },
  ],
};
