/** Configuration, syntax, and what no change of the code mends, over the same server. */
import base from './feed-koa.mjs';

const weather = [
  {
    file: 'src/core/weather.js',
    content: `import net from 'node:net';

class WeatherUnavailable extends Error {}

function ask(host, port, line) {
  return new Promise((resolve, reject) => {
    const socket = net.connect({ host, port }, () => socket.write(\`\${line}\\n\`));
    socket.once('data', (chunk) => resolve(chunk.toString().trim()));
    socket.once('error', () => reject(new WeatherUnavailable('The weather station keeps silent')));
  });
}

export async function weather() {
  const [host, port] = process.env.STATION.split(':');
  return ask(host, Number(port), 'NOW');
}
`,
  },
  {
    file: 'src/index.js',
    find: 'feedRoutes(router, { site, articles });',
    replace: `feedRoutes(router, { site, articles });
router.get('/weather', async (ctx) => {
  const { weather } = await import('./core/weather.js');
  ctx.body = { now: await weather() };
});`,
  },
];

/** The settings are the project's own here, not ignored by git. */
const tracked = { file: '.gitignore', content: 'node_modules\nuploads\n' };

export default {
  ...base,
  cases: [
    {
      id: 'feed-set-yaml-tab',
      cause: 'config',
      expect: 'repair',
      break: [tracked, { file: 'config/site.yml', find: '  maxLength: 40', replace: '\tmaxLength: 40' }],
      trigger: { boot: true },
    },
    {
      id: 'feed-set-comment-section',
      cause: 'config',
      expect: 'repair',
      break: [tracked, { file: 'config/site.yml', find: 'comments:', replace: 'comment:' }],
      trigger: { boot: true },
    },
    {
      id: 'feed-set-base-url-scheme',
      cause: 'config',
      expect: 'repair',
      break: [tracked, { file: 'config/site.yml', find: 'https://news.example.com', replace: 'news.example.com' }],
      trigger: { boot: true },
    },
    {
      id: 'feed-set-base-url-key',
      cause: 'config',
      expect: 'ask',
      break: [{ file: 'config/site.yml', find: 'baseUrl:', replace: 'base_url:' }],
      trigger: { boot: true },
    },
    {
      id: 'feed-set-yaml-space',
      cause: 'config',
      expect: 'ask',
      break: [{ file: 'config/site.yml', find: 'perPage: 2', replace: 'perPage:2' }],
      trigger: { boot: true },
    },
    {
      id: 'feed-set-comment-settings',
      cause: 'config',
      expect: 'repair',
      break: [{ file: 'src/index.js', find: 'new Comments(site.comments)', replace: 'new Comments(site.commentSettings)' }],
      trigger: { boot: true },
    },
    {
      id: 'feed-set-title-gone',
      cause: 'config',
      expect: 'repair',
      break: [tracked, { file: 'config/site.yml', find: 'title: Harbour News', replace: 'name: Harbour News' }],
      trigger: { requests: ['GET /feed.xml'] },
    },
    {
      id: 'feed-set-regex-class',
      cause: 'syntax',
      expect: 'repair',
      break: [{ file: 'src/core/text.js', find: '/[&<>"]/g', replace: '/[&<>"/g' }],
      trigger: { boot: true },
    },
    {
      id: 'feed-set-function-arrow',
      cause: 'syntax',
      expect: 'repair',
      break: [{ file: 'src/core/articles.js', find: 'export async function loadArticles() {', replace: 'export async function loadArticles() => {' }],
      trigger: { boot: true },
    },
    {
      id: 'feed-set-import-quote',
      cause: 'syntax',
      expect: 'repair',
      break: [{ file: 'src/index.js', find: "import { body } from './api/body.js';", replace: "import { body } from './api/body.js;" }],
      trigger: { boot: true },
    },
    {
      id: 'feed-set-arrow-missing',
      cause: 'syntax',
      expect: 'repair',
      break: [{ file: 'src/api/body.js', find: 'return async (ctx, next) => {', replace: 'return async (ctx, next) {' }],
      trigger: { boot: true },
    },
    {
      id: 'feed-set-catch-lost',
      cause: 'syntax',
      expect: 'repair',
      break: [{ file: 'src/api/errors.js', find: '    } catch (error) {', replace: '    catch (error) {' }],
      trigger: { boot: true },
    },
    {
      id: 'feed-set-station-down',
      cause: 'outage',
      expect: 'ask',
      break: weather,
      env: { STATION: '{closed}' },
      trigger: { requests: ['GET /weather'] },
    },
    {
      id: 'feed-set-heap',
      cause: 'limit',
      expect: 'ask',
      trigger: {
        requests: ['GET /articles'],
        stderr: `<--- Last few GCs --->

[4121:0x5581]    91288 ms: Mark-sweep 2046.1 (2082.3) -> 2045.6 (2083.1) MB, 812.1 / 0.0 ms  (average mu = 0.102) allocation failure

<--- JS stacktrace --->

FATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory
----- Native stack trace -----
`,
      },
    },
    {
      id: 'feed-set-quota',
      cause: 'disk',
      expect: 'ask',
      trigger: {
        requests: ['GET /articles'],
        stderr: `Error: EDQUOT: disk quota exceeded, write
    at async writeFile (node:internal/fs/promises:1242:14)
    at async file:///srv/feed/src/core/export.js:12:3 {
  errno: -122,
  code: 'EDQUOT',
  syscall: 'write'
}
`,
      },
    },
    {
      id: 'feed-set-warning',
      cause: 'log',
      expect: 'none',
      trigger: {
        requests: ['GET /articles'],
        stderr: `(node:4410) [DEP0040] DeprecationWarning: The \`punycode\` module is deprecated. Please use a userland alternative instead.
(Use \`node --trace-deprecation ...\` to show where the warning was created)
`,
      },
    },
    {
      id: 'feed-set-epipe',
      cause: 'client',
      expect: 'none',
      trigger: {
        requests: ['GET /articles'],
        stderr: `Error: write EPIPE
    at afterWriteDispatched (node:internal/stream_base_commons:161:15)
    at writeGeneric (node:internal/stream_base_commons:152:3)
    at Socket._writeGeneric (node:net:953:11)
    at ServerResponse.end (node:_http_outgoing:1118:7) {
  errno: -32,
  code: 'EPIPE',
  syscall: 'write'
}
`,
      },
    },
  ],
};
