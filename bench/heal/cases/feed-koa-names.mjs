/** More names, paths and imports of the feed. */
import feed from './feed-koa.mjs';

const at = (file, find, replace) => ({ file, find, replace });

export default {
  ...feed,
  cases: [
    {
      id: 'feed-dirname-folder',
      cause: 'import',
      expect: 'repair',
      break: [
        at('src/core/site.js', "import { readFile } from 'node:fs/promises';", "import { readFile } from 'node:fs/promises';\nimport path from 'node:path';"),
        at('src/core/site.js', "new URL('../../config/site.yml', import.meta.url)", "path.join(__dirname, '../../config/site.yml')"),
      ],
      trigger: { boot: true },
    },
    {
      id: 'feed-ctx-json',
      cause: 'name',
      expect: 'repair',
      break: [at('src/api/articles.js', 'ctx.body = comments.of(find(ctx).slug);', 'ctx.json(comments.of(find(ctx).slug));')],
      trigger: { requests: ['GET /articles/ferry/comments'] },
    },
    {
      id: 'feed-use-router',
      cause: 'name',
      expect: 'repair',
      break: [at('src/index.js', 'app.use(router.routes());', 'app.use(router);')],
      trigger: { boot: true },
    },
    {
      id: 'feed-escape-renamed',
      cause: 'import',
      expect: 'repair',
      break: [at('src/core/text.js', 'export function escapeHtml(', 'export function encodeEntities(')],
      trigger: { boot: true },
    },
    {
      id: 'feed-core-to-lib',
      cause: 'path',
      expect: 'repair',
      break: [{ move: ['src/core', 'src/lib'] }],
      trigger: { boot: true },
    },
    {
      id: 'feed-articles-folder',
      cause: 'path',
      expect: 'repair',
      break: [{ move: ['src/core/articles.js', 'src/core/articles/index.js'] }],
      trigger: { boot: true },
    },
    {
      id: 'feed-koa-in-braces',
      cause: 'import',
      expect: 'repair',
      break: [at('src/index.js', "import Koa from 'koa';", "import { Application as Koa } from 'koa';")],
      trigger: { boot: true },
    },
    {
      id: 'feed-comments-for-slug',
      cause: 'name',
      expect: 'repair',
      break: [at('src/core/comments.js', '  of(slug) {', '  forArticle(slug) {')],
      trigger: { requests: ['GET /articles/ferry'] },
    },
    {
      id: 'feed-map-put',
      cause: 'name',
      expect: 'repair',
      break: [at('src/core/comments.js', 'this.#bySlug.set(slug, [', 'this.#bySlug.put(slug, [')],
      trigger: { requests: ['POST /articles/ferry/comments {"name":" Bo ","text":" At last "}'] },
    },
    {
      id: 'feed-tags-contains',
      cause: 'name',
      expect: 'repair',
      break: [at('src/api/articles.js', 'tags.includes(ctx.query.tag)', 'tags.contains(ctx.query.tag)')],
      trigger: { requests: ['GET /articles?tag=harbour'] },
    },
    {
      id: 'feed-yaml-file-renamed',
      cause: 'path',
      expect: 'repair',
      break: [{ move: ['src/core/yaml.js', 'src/core/parse-yaml.js'] }],
      trigger: { boot: true },
    },
    {
      id: 'feed-req-body',
      cause: 'name',
      expect: 'repair',
      break: [at('src/api/articles.js', 'const { name, text } = ctx.request.body;', 'const { name, text } = req.body;')],
      trigger: { requests: ['POST /articles/ferry/comments {"name":" Bo ","text":" At last "}'] },
    },
    {
      id: 'feed-content-renamed',
      cause: 'path',
      expect: 'repair',
      break: [{ move: ['content', 'articles'] }],
      trigger: { boot: true },
    },
  ],
};
