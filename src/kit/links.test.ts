import assert from 'node:assert/strict';
import { test } from 'node:test';
import { leadsTo } from './links.ts';

test('CLI-6 what leads to an address of the server, and what has only its letters', () => {
  const leading = [
    'href="/css/site.css"',
    'url(../css/site.css)',
    "'css/site.css?v=2'",
    'href=/css/site.css ',
    '`./css/site.css#a`',
  ];
  for (const text of leading) assert.ok(leadsTo('/css/site.css')(text), text);
  for (const text of ['"/css/site.css.map"', 'see css/site.css', '"/old/css/site.css"', '"/css/siteXcss"'])
    assert.equal(leadsTo('/css/site.css')(text), false, text);
  assert.ok(leadsTo('site.css', { below: true })('"../a/css/site.css"'));
  assert.equal(leadsTo('/')('"/"'), false);
});

test('DOS a text of dots and slashes is gone through once, however long', { timeout: 20_000 }, () => {
  for (const part of ['./', '../', 'a/', '//', '"/'])
    assert.equal(leadsTo('site.css', { below: true })(`"${part.repeat(500_000)}`), false);
});
