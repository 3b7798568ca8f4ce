/** Answers that the app breaks off after their head said 200: the error is told, and what clients or others break off is not. */
import assert from 'node:assert/strict';
import http from 'node:http';
import path from 'node:path';
import { test } from 'node:test';
import { ask, fixtures, server, within, type Loose } from '../fixtures/hook-app.ts';

const root = path.resolve(fixtures, '../..');

const rows = `const { Readable } = require('node:stream');
const { pipeline } = require('node:stream/promises');
async function* rows(fails) { yield 'a,b\\n'; await new Promise((done) => setTimeout(done, 20)); if (fails) throw fails; yield 'c,d\\n'; }
const lost = Object.assign(new Error('gone'), { code: 'ECONNRESET' });`;

const plain = server(
  `
  res.setHeader('content-type', 'text/csv');
  const fails = req.url === '/slip' ? new TypeError('no station') : req.url === '/upstream' ? lost : null;
  if (req.url === '/mine') { res.write('a'); return setTimeout(() => res.destroy(), 20); }
  if (req.url === '/slow') { res.write('a'); return; }
  pipeline(Readable.from(rows(fails)), res).catch(() => {})`,
  rows,
);

const express = `${rows}
const app = require(${JSON.stringify(path.join(root, 'node_modules/express'))})();
app.get('/pages/:id', async (req, res) => { res.write('<p>'); await new Promise((done) => setTimeout(done, 20)); null.name; });
app.get('/late', (req, res, next) => { res.end('all of it'); setTimeout(() => next(new Error('late')), 20); });
app.get('/rows', async (req, res) => { await pipeline(Readable.from(rows(new RangeError('row 2'))), res); });
app.use((error, req, res, next) => (res.headersSent ? next(error) : res.status(500).end()));
const listening = app.listen(0, '127.0.0.1', () => console.log(JSON.stringify(listening.address().port)));`;

const brokenOff = async (port: number, url: string): Promise<void> =>
  assert.rejects(ask(port, url), /aborted|hang up|ECONNRESET/, url);

test('SEN-2 an answer that the app breaks off by an error is told once, with its request', async () => {
  await within(['app.cjs'], { files: { 'app.cjs': plain } }, async (app) => {
    const port = await app.says();
    for (const url of ['/upstream', '/mine', '/slip']) await brokenOff(port, url);
    assert.equal((await ask(port, '/whole')).body, 'a,b\nc,d\n');
    await new Promise<void>((done) => {
      const request = http.get({ port, path: '/slow' }, (response) => response.once('data', () => request.destroy()));
      request.once('close', () => done());
      request.on('error', () => undefined); // the client's own doing
    });
    const lines = (await app.peer.until(() => app.peer.lines('error')[0] && app.peer.lines('error'))) as Loose[];
    await ask(port, '/whole');
    assert.deepEqual(
      lines.map(({ how, status, error, request }) => [how, status, error.name, error.message, request.url]),
      [['response', 200, 'TypeError', 'no station', '/slip']],
    );
  });
});

test('SEN-2 the same in Express, whose own handler closes the connection; an error after the end of an answer broke nothing off', async () => {
  await within(['app.cjs'], { files: { 'app.cjs': express } }, async (app) => {
    const port = await app.says();
    assert.equal((await ask(port, '/late')).body, 'all of it');
    for (const url of ['/pages/7', '/rows']) await brokenOff(port, url);
    const lines = (await app.peer.until(() => app.peer.lines('error')[1] && app.peer.lines('error'))) as Loose[];
    assert.deepEqual(
      lines.map(({ route, status, error }) => [route, status, error.message]),
      [
        ['/pages/:id', 200, "Cannot read properties of null (reading 'name')"],
        ['/rows', 200, 'row 2'],
      ],
    );
  });
});
