/**
 * What the size of a project costs a heal: `node bench/large.mjs [--files 10,100,700] [--data 30] [--times 3] [--product DIR]`
 * The same two faults in projects of so many modules and files of records, in turns: one that is repaired, and one that no recipe
 * knows, so that all of them are asked. Prints the median seconds and their ratio to the smallest project.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { median } from './lib.mjs';

const here = path.dirname(fileURLToPath(import.meta.url));
const { values: options } = parseArgs({
  options: {
    files: { type: 'string', default: '10,100,700' },
    data: { type: 'string', default: '30' },
    times: { type: 'string', default: '3' },
    product: { type: 'string', default: path.join(here, '..', 'dist') },
  },
});
const words =
  'order item customer price total stock event ticket seat hall loan member book author room booking payment route driver stop';
const nouns = words.split(' ');
const asKind = (noun) => noun[0].toUpperCase() + noun.slice(1);
const nounAt = (n) => nouns[n % nouns.length];
const moduleAt = (n) => `src/${nounAt(n)}/${nounAt(n * 7 + 3)}-${n}.js`;

function moduleText(n, count) {
  const [own, other] = [nounAt(n), nounAt(n * 7 + 3)];
  const next = (n + 1) % count;
  return `import { label${asKind(nounAt(next))}${next} } from '../../${moduleAt(next)}';
const table = new Map([['1', { id: '1', ${other}Name: 'first', ${other}Count: 2 }]]);
export function find${asKind(own)}${n}(id) {
  const ${own} = table.get(id);
  return ${own} === undefined ? null : { id: ${own}.id, ${other}Name: ${own}.${other}Name, ${other}Count: ${own}.${other}Count ?? 0 };
}
export function label${asKind(own)}${n}(${own}) {
  return \`\${${own}.${other}Name} (\${${own}.id})\`;
}
export function list${asKind(own)}${n}(filter = {}) {
  return [...table.values()].filter((each) => each.${other}Status === filter.status).map((each) => label${asKind(nounAt(next))}${next}(each));
}
export class ${asKind(own)}Service${n} {
  constructor(store) {
    this.store = store;
  }
  async ${other}Name(id) {
    const found = await this.store.find(id);
    return found === null ? null : found.${other}Name;
  }
}
`;
}

const server = `import { createServer } from 'node:http';
import { findOrder0 } from './${moduleAt(0)}';
createServer((request, response) => {
  try {
    if (request.url === '/rule') throw new Error('the ledger of this month is closed');
    const order = findOrder0('1');
    response.end(order.priceNme.trim());
  } catch (error) {
    console.error(error);
    response.statusCode = 500;
    response.end();
  }
}).listen(process.env.PORT);
`;

function makeProject(root, { files, data }) {
  const put = (name, text) => {
    const file = path.join(root, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
  };
  put('package.json', JSON.stringify({ name: 'large', private: true, type: 'module' }));
  put('server.js', server);
  for (let n = 0; n < files; n++) put(moduleAt(n), moduleText(n, files));
  for (let n = 0; n < data; n++) {
    const records = Array.from({ length: 200 }, (_, at) => ({
      ...{ id: `${nounAt(n)}-${at}`, itemName: `name ${at}`, eventCount: at, seatStatus: 'open' },
      ...{ tags: ['a', 'b'], nested: { size: at, note: `text ${at}` } },
    }));
    put(`data/${nounAt(n)}-${n}.json`, JSON.stringify(records, null, 1));
  }
}

async function heal(root, size, request, wanted) {
  const project = mkdtempSync(path.join(root, 'project-'));
  const home = mkdtempSync(path.join(root, 'home-'));
  makeProject(project, size);
  const began = performance.now();
  const words_ = [path.join(options.product, 'kintsugi.cjs'), 'heal', 'server.js', '--apply', '--request', request];
  const env = { PATH: process.env.PATH, HOME: home };
  const [code] = await once(spawn(process.execPath, words_, { cwd: project, env, stdio: 'ignore' }), 'exit');
  const seconds = (performance.now() - began) / 1000;
  if (wanted !== (code === 0)) throw new Error(`heal of ${request} ended with ${code}`);
  rmSync(project, { recursive: true, force: true, maxRetries: 5 });
  rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  return seconds;
}

const root = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'kintsugi-large-')));
const counts = options.files.split(',').map(Number);
const samples = new Map(counts.map((files) => [files, { repaired: [], unknown: [] }]));
try {
  for (let time = 0; time < Number(options.times); time++)
    for (const files of counts) {
      const size = { files, data: Math.round((Number(options.data) * files) / Math.max(...counts)) };
      samples.get(files).repaired.push(await heal(root, size, 'GET /', true));
      samples.get(files).unknown.push(await heal(root, size, 'GET /rule', false));
    }
} finally {
  rmSync(root, { recursive: true, force: true, maxRetries: 5 });
}
const first = samples.get(counts[0]);
console.log('| modules | repaired, s | ratio | no recipe knows it, s | ratio |\n| --- | --- | --- | --- | --- |');
for (const [files, { repaired, unknown }] of samples) {
  const cells = [repaired, unknown].flatMap((each, at) => {
    const smallest = median(at === 0 ? first.repaired : first.unknown);
    return [median(each).toFixed(1), (median(each) / smallest).toFixed(2)];
  });
  console.log(`| ${[files, ...cells].join(' | ')} |`);
}
