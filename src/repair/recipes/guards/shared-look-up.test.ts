import { check } from '../cases.test-helper.ts';
import { forgottenGuard } from './forgotten-guard.ts';

const reading = (name: string) => ({
  class: 'type' as const,
  message: `Cannot read properties of undefined (reading '${name}')`,
  named: { property: name, nullish: 'undefined' as const },
});

const refuse = (of: string): string => `    if (!${of}) throw createError(404, 'no such ${of}');\n`;
const helper = (guard: string, name = 'mustHave'): string =>
  `const createError = require('http-errors');\nclass Shows {\n  bySlug(slug) {\n    return this.db.prepare('SELECT * FROM shows WHERE slug = ?').get(slug);\n  }\n  ${name}(slug) {\n    const show = this.bySlug(slug);\n${guard}    return show;\n  }\n}\nmodule.exports = Shows;\n`;
const caller = (key: string, guard = '', name = 'mustHave'): string =>
  `const createError = require('http-errors');\nmodule.exports = ({ shows }) => ({\n  async show(ctx) {\n    const show = shows.${name}(${key});\n${guard}    ctx.body = show.hall;\n  },\n});\n`;
const bookings = (method: string): string =>
  `const createError = require('http-errors');\nmodule.exports = ({ bookings }) => ({\n  ${method}(ctx) {\n    const booking = bookings.byCode(ctx.params.code);\n${refuse('booking')}    ctx.body = booking.seat;\n  },\n});\n`;
const halls = `const createError = require('http-errors');\nclass Halls {\n  mustBe(code) {\n    const hall = this.rows.byCode(code);\n${refuse('hall')}    return hall;\n  }\n}\nmodule.exports = Halls;\n`;
const failing = { ...reading('hall'), at: [['plan.js', 'show.‸hall']] as const, request: { url: '/shows/lear' } };

check(forgottenGuard, [
  {
    name: 'in a helper that several callers hand a part of the path, where how a helper refuses is not known',
    ...failing,
    files: {
      'catalog.js': helper(''),
      'plan.js': caller('ctx.params.slug'),
      'one.js': caller('ctx.params.slug'),
      'sales.js': bookings('read'),
    },
    first: { 'catalog.js': helper(refuse('show')) },
    ask: /`mustHave` has several callers/,
  },
  {
    name: 'in a helper that several callers hand a part of the path, as a like helper refuses',
    ...failing,
    files: {
      'catalog.js': helper(''),
      'plan.js': caller('ctx.params.slug'),
      'one.js': caller('ctx.params.slug'),
      'halls.js': halls.replace('this.rows.byCode', 'this.bySlug'),
    },
    first: { 'catalog.js': helper(refuse('show')) },
  },
  {
    name: 'behind a helper whose other caller asks',
    ...failing,
    files: {
      'catalog.js': helper('', 'bySlugOf'),
      'plan.js': caller('ctx.params.slug', '', 'bySlugOf'),
      'one.js': caller('ctx.params.slug', refuse('show'), 'bySlugOf'),
    },
    first: { 'plan.js': caller('ctx.params.slug', refuse('show'), 'bySlugOf') },
  },
  {
    name: 'behind a helper that is called for what must be there, too',
    ...failing,
    files: {
      'catalog.js': helper(''),
      'plan.js': caller('ctx.params.slug'),
      'one.js': caller('booking.slug'),
      'sales.js': bookings('read'),
    },
    first: { 'plan.js': caller('ctx.params.slug', refuse('show')) },
  },
  {
    name: 'behind a helper that is meant to give nothing',
    ...failing,
    files: {
      'catalog.js': helper('    if (show?.hidden) return undefined;\n'),
      'plan.js': caller('ctx.params.slug'),
      'one.js': caller('ctx.params.slug'),
      'sales.js': bookings('read'),
    },
    first: { 'plan.js': caller('ctx.params.slug', refuse('show')) },
  },
  {
    name: 'by the key by which the same thing is refused beside it, not as a router refuses',
    ...reading('seat'),
    files: {
      'sales.js': bookings('read')
        .replace(refuse('booking'), '')
        .replace(
          /\}\);\n$/,
          "  cancel(ctx) {\n    if (bookings.remove(ctx.params.code) === 0) throw createError(404, 'no such booking');\n    ctx.status = 204;\n  },\n});\n",
        ),
      'router.js':
        "const createError = require('http-errors');\nexports.route = (ctx, router) => {\n  const found = router.find(ctx.method, ctx.params.url);\n  if (!found) throw createError(404, 'nothing here');\n  return found(ctx);\n};\n",
    },
    at: [['sales.js', 'booking.‸seat']],
    request: { url: '/bookings/XX' },
    first: {
      'sales.js': /byCode\(ctx\.params\.code\);\n {4}if \(!booking\) throw createError\(404, 'no such booking'\);/,
    },
  },
]);
