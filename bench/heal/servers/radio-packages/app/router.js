'use strict';

const mime = require('mime-types');
const { fail } = require('./text');

async function readBody(req) {
  const chunks = [];
  for await (const chunk of req) chunks.push(chunk);
  const text = Buffer.concat(chunks).toString('utf8');
  if (text === '') return {};
  try {
    return JSON.parse(text);
  } catch {
    throw fail(400, 'The body is not JSON');
  }
}

module.exports = function makeRouter() {
  const table = [];
  const on = (method) => (pattern, handler) => {
    const names = [];
    const source = pattern.replace(/:(\w+)/g, (_, name) => names.push(name) && '([^/]+)');
    table.push({ method, regex: new RegExp(`^${source}$`), names, handler });
  };

  async function handle(req, res) {
    const url = new URL(req.url, 'http://radio.local');
    for (const { method, regex, names, handler } of table) {
      const match = req.method === method && regex.exec(url.pathname);
      if (!match) continue;
      const params = Object.fromEntries(names.map((name, index) => [name, decodeURIComponent(match[index + 1])]));
      const body = method === 'POST' ? await readBody(req) : undefined;
      const { status = 200, type = 'json', body: out } = await handler({ params, query: url.searchParams, body });
      res.writeHead(status, { 'content-type': mime.contentType(type) });
      return res.end(type === 'json' ? JSON.stringify(out) : out);
    }
    throw fail(404, `Nothing plays at ${url.pathname}`);
  }

  return { get: on('GET'), post: on('POST'), handle };
};
