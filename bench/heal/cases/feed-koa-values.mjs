/** Values that are not there, records that are not as expected, promises that nobody waits for. */
import feed from './feed-koa.mjs';

export default {
  ...feed,
  cases: [
    {
      id: 'feed-names-promise',
      cause: 'async',
      expect: 'repair',
      break: [{ file: 'src/core/articles.js', find: "(await readdir(folder)).filter(", replace: 'readdir(folder).filter(' }],
      trigger: { boot: true },
    },
    {
      id: 'feed-body-next',
      cause: 'async',
      expect: 'repair',
      break: [{ file: 'src/api/body.js', find: '    await next();', replace: '    next();' }],
      trigger: { requests: ['POST /articles/none/comments {"text":"hi"}'] },
    },
    {
      id: 'feed-site-promise',
      cause: 'async',
      expect: 'repair',
      break: [{ file: 'src/index.js', find: 'const site = await loadSite();', replace: 'const site = loadSite();' }],
      trigger: { boot: true },
    },
    {
      id: 'feed-file-text-promise',
      cause: 'async',
      expect: 'repair',
      break: [{ file: 'src/core/articles.js', find: "parseArticle(name, await readFile(new URL(name, folder), 'utf8'))", replace: "parseArticle(name, readFile(new URL(name, folder), 'utf8'))" }],
      trigger: { boot: true },
    },
    {
      id: 'feed-no-comments-yet',
      cause: 'null',
      expect: 'repair',
      break: [{ file: 'src/core/comments.js', find: 'return this.#bySlug.get(slug) ?? [];', replace: 'return this.#bySlug.get(slug);' }],
      trigger: { requests: ['GET /articles/ferry'] },
    },
    {
      id: 'feed-first-comment',
      cause: 'null',
      expect: 'repair',
      break: [{ file: 'src/core/comments.js', find: 'this.#bySlug.set(slug, [...this.of(slug), comment]);', replace: 'this.#bySlug.get(slug).push(comment);' }],
      trigger: { requests: ['POST /articles/ferry/comments {"text":"yes"}'] },
    },
    {
      id: 'feed-untagged',
      cause: 'null',
      expect: 'repair',
      break: [{ file: 'src/core/articles.js', find: "const tags = fields.tags ? fields.tags.split(',').map((tag) => tag.trim()) : [];", replace: "const tags = fields.tags.split(',').map((tag) => tag.trim());" }],
      trigger: { boot: true },
    },
    {
      id: 'feed-author-counts',
      cause: 'null',
      expect: 'repair',
      break: [
        { file: 'src/api/articles.js', find: "for (const { author } of articles) counts[author] = (counts[author] ?? 0) + 1;\n    ctx.body = Object.entries(counts).map(([author, count]) => ({ author, count }));", replace: "for (const { author } of articles) counts[author].count += 1;\n    ctx.body = Object.entries(counts).map(([author, { count }]) => ({ author, count }));" },
      ],
      trigger: { requests: ['GET /authors'] },
    },
    {
      id: 'feed-name-untrimmed',
      cause: 'null',
      expect: 'repair',
      break: [{ file: 'src/api/articles.js', find: "name?.trim() || 'anonymous'", replace: "name.trim() || 'anonymous'" }],
      trigger: { requests: ['POST /articles/ferry/comments {"text":"yes"}'] },
    },
    {
      id: 'feed-comments-plain-object',
      cause: 'data',
      expect: 'repair',
      break: [{ file: 'src/core/comments.js', find: '#bySlug = new Map();', replace: '#bySlug = {};' }],
      trigger: { requests: ['GET /articles/ferry'] },
    },
    {
      id: 'feed-date-text',
      cause: 'data',
      expect: 'repair',
      break: [{ file: 'src/core/articles.js', find: 'date: new Date(date),', replace: 'date,' }],
      trigger: { requests: ['GET /articles'] },
    },
    {
      id: 'feed-header-unclosed',
      cause: 'data',
      expect: 'repair',
      break: [{ file: 'content/2025-12-30-lights.md', find: 'author: ines\n---\n', replace: 'author: ines\n--\n' }],
      trigger: { boot: true },
    },
  ],
};
