import { absentValue } from './absent-value.ts';
import { check } from './cases.test-helper.ts';

const body = (nothing: string): string =>
  `app.use(async (ctx, next) => {\n  const text = await read(ctx.req);\n  ctx.request.body = text ? JSON.parse(text) : ${nothing};\n  await next();\n});\n`;
const routes = (first: string): string =>
  `router.post('/a', (ctx) => {\n  ${first}\n  ctx.body = name;\n});\nrouter.post('/b', (ctx) => {\n  const { size } = ctx.request.body;\n  ctx.body = size;\n});\n`;
const koa = { 'package.json': '{"dependencies":{"koa":"3.0.0"}}', 'main.js': "const Koa = require('koa');\n" };
const taking = {
  class: 'type' as const,
  message: "Cannot destructure property 'name' of 'ctx.request.body' as it is undefined.",
  named: { property: 'name', nullish: 'undefined' as const },
  request: { method: 'POST', url: '/a' },
};

check(absentValue, [
  {
    name: 'a body that is nothing to all who read it is empty where it is read',
    ...taking,
    files: { ...koa, 'body.js': body('undefined'), 'routes.js': routes('const { name } = ctx.request.body;') },
    at: [['routes.js', 'const { ‸name }']],
    first: { 'body.js': body('{}') },
  },
  {
    name: 'not where one of them asks whether there is one',
    ...taking,
    files: {
      ...koa,
      'body.js': body('undefined'),
      'routes.js': routes('if (!ctx.request.body) return;\n  const { name } = ctx.request.body;'),
    },
    at: [['routes.js', 'const { ‸name }']],
    first: { 'routes.js': /const \{ name \} = ctx\.request\.body \?\? \{\};/ },
  },
]);
