/**
 * `node bench/memory.mjs [SIZE…]` (default 1000 10000 50000 200000): PERF-5. The memory, a plain scan over dense vectors and an IVF
 * index (√N clusters by k-means++, the nearest 20 % probed, beside a BM25 index; nothing but vectors and texts on disk), in one
 * process, on the same clustered data, in turns; a process each size. `--product DIR` measures another build than `build`.
 */
import { execFileSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  openSync,
  fsyncSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
  readdirSync,
  closeSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { fileURLToPath, pathToFileURL } from 'node:url';

const here = path.dirname(fileURLToPath(import.meta.url));
const words = process.argv.slice(2);
const at = words.indexOf('--product');
const product = path.resolve(at < 0 ? path.join(here, '..', 'build') : words.splice(at, 2)[1]);
const load = (name) => import(pathToFileURL(path.join(product, 'memory', name)).href);
const { openMemory, readMemory } = await load('memory.js');
const { featuresOf } = await load('features.js');

const dimensions = 384;
const normalise = (text) => text.replace(/'[^'\n]*'|\/\S+|\d+/g, ' ');
const options = (folder) => ({ folder, redact: (text) => text, normalise });

/** Each size in a process of its own: else the stops of its loop are those of what the sizes before it left behind. */
function main(sizes) {
  const rows = sizes.map((size) => {
    const argv = [fileURLToPath(import.meta.url), '--product', product, '--row', String(size)];
    const row = execFileSync(process.execPath, argv, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
    return JSON.parse(row);
  });
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  process.stdout.write(`| ${names.join(' | ')} |\n|${' --- |'.repeat(names.length)}\n`);
  for (const row of rows) process.stdout.write(`| ${names.map((name) => shown(row[name])).join(' | ')} |\n`);
  process.stdout.write(
    `\n${new Date().toISOString()}, ${os.availableParallelism()} cores, Node ${process.version}, load ${os
      .loadavg()
      .map((each) => each.toFixed(1))
      .join(' ')}\n`,
  );
}

async function rowOf(size) {
  process.stderr.write(`${size} …\n`);
  const folder = mkdtempSync(path.join(os.tmpdir(), 'kintsugi-bench-memory-'));
  try {
    return await measure(size, folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measure(size, folder) {
  const texts = corpus(size, 1);
  const queries = corpus(100, 2);
  const ours = path.join(folder, 'ours');
  const theirs = path.join(folder, 'theirs');
  mkdirSync(theirs);

  const delay = monitorEventLoopDelay({ resolution: 2 });
  delay.enable();
  let memory = await openMemory(options(ours));
  for (const [at, text] of texts.entries()) {
    remember(memory, at, text);
    await new Promise(setImmediate);
  }
  await memory.settled();
  await memory.close();
  memory = await openMemory(options(ours));
  await memory.settled();
  const writes = await durableWrites(memory, size);
  await memory.settled();
  delay.disable();

  const ivf = new Ivf(texts);
  ivf.write(theirs);
  const began = process.cpuUsage();
  ivf.build();
  const buildCpu = cpuMs(began) / 1000;

  const times = { ours: [], scan: [], ivf: [] };
  const answers = { scan: [], ivf: [] };
  for (let round = 0; round < (size > 100_000 ? 1 : 3); round += 1)
    for (const query of queries) {
      times.ours.push(cpuOf(() => memory.shelf.search(query, 10)));
      times.scan.push(cpuOf(() => answers.scan.push(ivf.scan(query))));
      times.ivf.push(cpuOf(() => answers.ivf.push(ivf.search(query))));
    }
  const saving = process.cpuUsage();
  ivf.write(theirs);
  const save = cpuMs(saving);
  const [mine, scan, probed] = [times.ours, times.scan, times.ivf].map(median);
  const recalled = recallOf(memory, [...texts, ...writes.texts], queries.slice(0, size > 100_000 ? 5 : 20));
  await memory.close();
  return {
    entries: size,
    'recall, memory': recalled,
    'recall, IVF':
      answers.ivf.reduce((sum, found, at) => sum + overlap(found.vector, answers.scan[at].vector), 0) /
      answers.ivf.length,
    'answer, memory, CPU ms': mine,
    'scan, CPU ms': scan,
    'IVF, CPU ms ': probed,
    'IVF / memory': probed / mine,
    'start to first answer, memory, ms': startOf('ours', ours, queries[0]),
    'IVF, ms': size > 60_000 ? NaN : startOf('theirs', theirs, queries[0]),
    'IVF build, CPU s': buildCpu,
    'durable write, memory, CPU ms': writes.cpu,
    'wall ms': writes.wall,
    'IVF, CPU ms': save,
    'longest stop of the loop, ms': delay.max / 1e6,
    'disk, memory, MB': sizeOf(ours),
    'IVF, MB': sizeOf(theirs),
  };
}

function remember(memory, at, text) {
  memory.remember({
    id: at.toString(16).padStart(12, '0'),
    space: 'fixes',
    at: '2026-01-01T00:00:00.000Z',
    text,
    keys: [`signature:${at}`],
    data: { files: ['server.js'] },
  });
}

/** 300 writes, none of which is the one that begins a new index. */
async function durableWrites(memory, size) {
  const texts = corpus(300, 3);
  const walls = [];
  const cpus = [];
  for (const [at, text] of texts.entries()) {
    const began = process.cpuUsage();
    walls.push(timed(() => remember(memory, size + at, text)));
    cpus.push(cpuMs(began));
    await new Promise(setImmediate);
  }
  return { cpu: cpus.reduce((sum, each) => sum + each, 0) / cpus.length, wall: median(walls), texts };
}

/** Failures of 300 kinds in 40 files, each kind met more or less often, each time with other values and words. */
function corpus(size, seed) {
  const random = mulberry(seed);
  const shape = mulberry(99);
  const syllables = 'ba co de fi gu ha jo ka le mi no pa qu ra so ta ve wi xo zu bre cla dro fle gri'.split(' ');
  const name = (from) =>
    Array.from({ length: 2 + Math.floor(from() * 2) }, () => syllables[Math.floor(from() * syllables.length)]).join('');
  const names = Array.from({ length: 4_000 }, () => name(shape));
  const pick = (list, from = random) => list[Math.floor(from() ** 2 * list.length)];
  const kinds = Array.from({ length: 300 }, () => {
    const [object, property, fn, file, table] = Array.from({ length: 5 }, () => pick(names, shape));
    const messages = [
      `TypeError: Cannot read properties of undefined (reading '${property}')`,
      `TypeError: ${object}.${property} is not a function`,
      `ReferenceError: ${object} is not defined`,
      `Error: column "${property}" of relation "${table}" does not exist`,
      `SyntaxError: Unexpected token '}' in ${file}.js`,
      `Error: connect ECONNREFUSED 127.0.0.1:5432 for ${table}`,
      `RangeError: Invalid count value: ${object}`,
      `AssertionError: expected ${property} to equal ${object}`,
    ];
    return { message: pick(messages, shape), fn, file, object, table };
  });
  return Array.from({ length: size }, () => {
    const { message, fn, file, object, table } = pick(kinds);
    const noise = Array.from({ length: 12 }, () => pick(names)).join(' ');
    return `${message}\n    at ${fn} (/srv/app/src/${file}.js:${Math.floor(random() * 300)}:${Math.floor(random() * 80)})\n    at async handle${object} (/srv/app/src/routes/${table}.js:${Math.floor(random() * 99)}:7)\nGET /${table}/${Math.floor(random() * 1e6)} answered 500; repaired in ${fn}: ${noise}`;
  });
}

/** An IVF index as the forerunner's paper describes it, beside its BM25; texts and vectors are rewritten at each save. */
class Ivf {
  constructor(texts, vectors = null) {
    this.texts = texts;
    this.size = texts.length;
    this.vectors = vectors ?? new Float32Array(this.size * dimensions);
    this.postings = new Map();
    this.lengths = new Float64Array(this.size);
    for (const [doc, text] of texts.entries()) {
      if (vectors === null) this.vectors.set(dense(text), doc * dimensions);
      for (const word of tokens(text)) {
        this.lengths[doc]++;
        let docs = this.postings.get(word);
        if (docs === undefined) this.postings.set(word, (docs = new Map()));
        docs.set(doc, (docs.get(doc) ?? 0) + 1);
      }
    }
    this.average = this.lengths.reduce((sum, each) => sum + each, 0) / this.size;
  }

  static read(folder) {
    const bytes = readFileSync(path.join(folder, 'vectors.bin'));
    const vectors = new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
    const ivf = new Ivf(JSON.parse(readFileSync(path.join(folder, 'texts.json'), 'utf8')), vectors);
    ivf.build();
    return ivf;
  }

  write(folder) {
    for (const [name, data] of [
      ['texts.json', JSON.stringify(this.texts)],
      ['vectors.bin', Buffer.from(this.vectors.buffer)],
    ]) {
      const file = path.join(folder, name);
      writeFileSync(file, data);
      const fd = openSync(file, 'r');
      fsyncSync(fd);
      closeSync(fd);
    }
  }

  build() {
    const { size, vectors } = this;
    const random = mulberry(5);
    const count = Math.ceil(Math.sqrt(size));
    this.centres = new Float32Array(count * dimensions);
    const nearest = new Float32Array(size).fill(Infinity);
    const owner = new Int32Array(size);
    let chosen = Math.floor(random() * size);
    for (let cluster = 0; cluster < count; cluster++) {
      this.centres.set(vectors.subarray(chosen * dimensions, (chosen + 1) * dimensions), cluster * dimensions);
      let sum = 0;
      for (let doc = 0; doc < size; doc++) {
        const away = 1 - dot(vectors, doc * dimensions, this.centres, cluster * dimensions);
        if (away < nearest[doc]) {
          nearest[doc] = away;
          owner[doc] = cluster;
        }
        sum += nearest[doc] ** 2;
      }
      const wanted = random() * sum;
      let passed = 0;
      for (chosen = 0; chosen < size - 1; chosen++) {
        passed += nearest[chosen] ** 2;
        if (passed >= wanted) break;
      }
    }
    this.clusters = Array.from({ length: count }, () => []);
    for (let doc = 0; doc < size; doc++) this.clusters[owner[doc]].push(doc);
  }

  search(query) {
    const vector = dense(query);
    const near = this.clusters
      .map((docs, cluster) => ({ docs, score: dot(vector, 0, this.centres, cluster * dimensions) }))
      .sort((a, b) => b.score - a.score);
    return this.fused(
      query,
      vector,
      near.slice(0, Math.ceil(near.length * 0.2)).flatMap(({ docs }) => docs),
    );
  }

  scan(query) {
    this.all ??= Array.from({ length: this.size }, (_, doc) => doc);
    return this.fused(query, dense(query), this.all);
  }

  fused(query, vector, candidates) {
    const byVector = top(candidates, (doc) => dot(vector, 0, this.vectors, doc * dimensions));
    const scores = new Map();
    for (const word of new Set(tokens(query))) {
      const docs = this.postings.get(word);
      if (docs === undefined) continue;
      const weight = Math.log(1 + (this.size - docs.size + 0.5) / (docs.size + 0.5));
      for (const [doc, count] of docs)
        scores.set(
          doc,
          (scores.get(doc) ?? 0) +
            (weight * count * 2.2) / (count + 1.2 * (0.25 + (0.75 * this.lengths[doc]) / this.average)),
        );
    }
    const byWord = top([...scores.keys()], (doc) => scores.get(doc));
    const fused = new Map();
    for (const list of [byVector, byWord])
      for (const [rank, doc] of list.entries()) fused.set(doc, (fused.get(doc) ?? 0) + 1 / (61 + rank));
    return {
      vector: byVector.slice(0, 10),
      docs: [...fused]
        .sort((a, b) => b[1] - a[1])
        .slice(0, 10)
        .map(([doc]) => this.texts[doc]),
    };
  }
}

function tokens(text) {
  return text.toLowerCase().match(/[\p{L}\p{N}_$]+/gu) ?? [];
}

/** The memory's own features, folded into 384 dimensions: the same information for all three. */
function dense(text) {
  const vector = new Float32Array(dimensions);
  for (const [feature, count] of featuresOf(text, normalise).grams)
    vector[feature % dimensions] += (feature & 0x10000 ? 1 : -1) * (1 + Math.log(count));
  const length = Math.sqrt(dot(vector, 0, vector, 0)) || 1;
  return vector.map((each) => each / length);
}

function dot(a, i, b, j) {
  let [s, t, u, v] = [0, 0, 0, 0];
  for (let k = 0; k < dimensions; k += 4) {
    s += a[i + k] * b[j + k];
    t += a[i + k + 1] * b[j + k + 1];
    u += a[i + k + 2] * b[j + k + 2];
    v += a[i + k + 3] * b[j + k + 3];
  }
  return s + t + u + v;
}

function top(docs, scoreOf, most = 20) {
  const best = [];
  for (const doc of docs) {
    const score = scoreOf(doc);
    if (best.length === most && score <= best[most - 1].score) continue;
    let at = best.length;
    while (at > 0 && best[at - 1].score < score) at--;
    best.splice(at, 0, { doc, score });
    if (best.length > most) best.pop();
  }
  return best.map(({ doc }) => doc);
}

/** Of the ten best by a loop over all texts that knows no index, how many the memory's answer has; ties count as found. */
function recallOf(memory, texts, queries) {
  const features = texts.map((text) => featuresOf(text, normalise));
  const df = { words: new Map(), grams: new Map() };
  for (const each of features)
    for (const kind of ['words', 'grams'])
      for (const feature of each[kind].keys()) df[kind].set(feature, (df[kind].get(feature) ?? 0) + 1);
  const average = features.reduce((sum, each) => sum + each.length, 0) / features.length;
  const log = (count) => 1 + Math.log(count);
  let found = 0;
  for (const query of queries) {
    const asked = featuresOf(query.slice(0, 2_000), normalise);
    const [words, grams] = [
      rarest(asked.words, df.words, features.length),
      rarest(asked.grams, df.grams, features.length),
    ];
    const bm25 = features.map((each, doc) => {
      let sum = 0;
      for (const feature of words) {
        const count = each.words.get(feature);
        const having = df.words.get(feature);
        if (count)
          sum +=
            (Math.log(1 + (features.length - having + 0.5) / (having + 0.5)) * count * 2.2) /
            (count + 1.2 * (0.25 + (0.75 * each.length) / average));
      }
      return { doc, sum };
    });
    const cosine = features.map((each, doc) => {
      let [sum, norm] = [0, 0];
      for (const [feature, count] of each.grams) {
        norm += log(count) ** 2;
        const having = df.grams.get(feature);
        if (grams.has(feature))
          sum +=
            log(asked.grams.get(feature)) *
            Math.log(1 + (features.length - having + 0.5) / (having + 0.5)) ** 2 *
            log(count);
      }
      return { doc, sum: norm === 0 ? 0 : sum / Math.sqrt(norm) };
    });
    const fused = new Map();
    for (const list of [bm25, cosine])
      for (const [rank, { doc }] of list
        .filter(({ sum }) => sum > 0)
        .sort((a, b) => b.sum - a.sum || b.doc - a.doc)
        .slice(0, 20)
        .entries())
        fused.set(doc, (fused.get(doc) ?? 0) + 1 / (61 + rank));
    const right = [...fused]
      .sort((a, b) => b[1] - a[1] || b[0] - a[0])
      .slice(0, 10)
      .map(([doc]) => texts[doc]);
    const got = memory.shelf.search(query, 10).map(({ entry }) => entry.text);
    found += overlap(got, right);
  }
  return found / queries.length;
}

/** What a query counts by: its rarest features, as many as occur at most twice as often as there are texts, at least four. */
function rarest(asked, df, size) {
  let left = Math.max(4_000, 2 * size);
  const sorted = [...asked.keys()].filter((feature) => df.has(feature)).sort((a, b) => df.get(a) - df.get(b));
  return new Set(sorted.filter((feature, at) => (left -= df.get(feature)) >= 0 || at < 4));
}

function overlap(found, right) {
  return right.filter((each) => found.includes(each)).length / right.length;
}

function startOf(kind, folder, query) {
  const times = Array.from({ length: kind === 'ours' ? 5 : 1 }, () => {
    const began = performance.now();
    execFileSync(process.execPath, [
      fileURLToPath(import.meta.url),
      '--product',
      product,
      '--start',
      kind,
      folder,
      query,
    ]);
    return performance.now() - began;
  });
  return median(times);
}

function timed(work) {
  const began = performance.now();
  work();
  return performance.now() - began;
}

/** CPU time, so that what else the machine does stays out of it. */
function cpuOf(work) {
  const began = process.cpuUsage();
  work();
  return cpuMs(began);
}

function cpuMs(began) {
  const { user, system } = process.cpuUsage(began);
  return (user + system) / 1000;
}

function median(values) {
  return values.toSorted((a, b) => a - b)[values.length >> 1];
}

function sizeOf(folder) {
  return readdirSync(folder).reduce((sum, name) => sum + statSync(path.join(folder, name)).size, 0) / 2 ** 20;
}

function shown(value) {
  if (!Number.isFinite(value)) return '';
  return Number.isInteger(value) || value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(3);
}

function mulberry(seed) {
  return () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let value = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value;
    return ((value ^ (value >>> 14)) >>> 0) / 2 ** 32;
  };
}

const starting = words.indexOf('--start');
if (starting >= 0) {
  const [, kind, folder, query] = words.slice(starting);
  if (kind === 'ours') (await readMemory(folder, normalise)).search(query, 10);
  else Ivf.read(folder).search(query);
  process.stdout.write(String(performance.now()));
} else if (words[0] === '--row') process.stdout.write(JSON.stringify(await rowOf(Number(words[1]))));
else main(words.length > 0 ? words.map(Number) : [1_000, 10_000, 50_000, 200_000]);
