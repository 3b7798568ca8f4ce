/** Faults that nobody wrote: healthy servers broken at random places, each with the request that shows it, found by asking. */
import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import { openScene } from './case.mjs';
import { randomOf } from './chance.mjs';
import { ask, failureOf, serving, steady } from './serve.mjs';
import { operators } from './slips.mjs';

/** No part of a release without git (PRO-6). */
const isData = /(?:^|\/)data\//;

/** Of one server, so that it need not be asked again. */
const inARow = 4;
/** Of one server: an operator may have no place there that shows. */
const triesMax = 60;

/** Mutants of these suites, without end: `{...suite, item}`, the item with its operator and its diff. `names` of operators may be left out. */
export async function* drawn(suites, { seed, names = Object.keys(operators), given }) {
  const { next, pick } = randomOf(`${seed}`);
  for (;;) {
    const suite = pick(suites);
    const pool = await poolOf(suite, given(suite));
    for (let made = 0, tries = 0; made < inARow && tries < triesMax; tries++) {
      const id = `${suite.server}.${pick(names)}.${Math.floor(next() * 1e6)}`;
      const mutant = await mutantOf(suite, { id, pool, given: given(suite) });
      if (mutant !== null && ++made) yield mutant;
    }
  }
}

/** The mutant of an id, as it was printed. */
export async function again(suites, id, given) {
  const suite = suites.find(({ server }) => id.startsWith(`${server}.`));
  return mutantOf(suite, { id, pool: await poolOf(suite, given(suite)), given: given(suite) });
}

/** What everybody asks of the healthy server: checks of the server, then what its cases ask; each with the answer it gives, twice. */
async function poolOf(suite, given) {
  const plain = suite.cases.filter(({ env, occupy, upstream }) => !env && !occupy && !upstream);
  const asked = [
    ...suite.checks,
    ...plain.flatMap(({ checks = [], trigger, trial }) => [
      ...(trigger.requests ?? []).map((request) => ({ request, headers: trigger.headers, trial })),
      ...checks.map((check) => ({ ...check, trial })),
    ]),
  ].map(({ request, headers = {}, trial }) => ({ request, headers, trial }));
  const once = [
    ...new Map(asked.toReversed().map((one) => [JSON.stringify([one.request, one.headers]), one])).values(),
  ].toReversed();
  const trialOf = ({ headers }) =>
    asked.find((one) => one.trial && JSON.stringify(one.headers) === JSON.stringify(headers))?.trial;
  const fails = ({ answer }) => answer.status === 0 || answer.status >= 500;
  const first = await answersOf(
    suite,
    once.map((one) => ({ ...one, trial: trialOf(one) })),
    given,
  );
  const pool = first.filter((one) => !fails(one));
  const again = await answersOf(suite, pool, given);
  const one = pool.length === first.length ? first : await answersOf(suite, pool, given);
  return one.map(({ answer, ...asked }, at) => ({ ...asked, ...steady(answer, again[at].answer) }));
}

/** Every request with its answer, of a fresh and healthy place. */
async function answersOf(suite, pool, given) {
  return inPlace({ ...suite, item: { id: 'healthy' } }, given, (place) =>
    serving(place, async ({ port, ready }) => {
      if (!ready) throw new Error(`${suite.server} does not boot`);
      const answered = [];
      for (const one of pool) answered.push({ ...one, answer: await ask(port, one.request, one.headers) });
      return answered;
    }),
  );
}

async function inPlace(suite, given, use) {
  const scene = await openScene(suite, given);
  try {
    return await use(scene.place(given.folder, suite.item));
  } finally {
    await scene.end();
    rmSync(given.folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Null where the operator has no place in the server, or where nothing fails by it. */
async function mutantOf(suite, { id, pool, given }) {
  const name = id.split('.').at(-2);
  const random = randomOf(id);
  const operator = operators[name];
  const sources = sourcesOf(given.serverFolder);
  const places = sources.flatMap((source) => operator.places(source).map((place) => ({ source, place })));
  if (places.length === 0) return null;
  const { source, place } = random.pick(places);
  const slip = place(random);
  const edits = slip[0].start === undefined ? slip : [{ file: source.file, content: written(source.text, slip) }];
  if (edits[0].content === source.text) return null;
  const item = {
    ...{
      id,
      cause: operator.cause,
      operator: name,
      expect: operator.expect ?? (given.past === 'none' && isData.test(source.file) ? 'ask' : 'repair'),
      break: edits,
    },
    history: given.past === undefined ? (operator.history ?? random.next() < 0.25) : given.past === 'healthy',
    past: given.past,
    checks: pool.map(({ request, headers, status, words }) => ({ request, headers, status, words })),
    diff: diffOf(source, edits[0]),
  };
  const trigger = await triggerOf({ ...suite, item }, pool, given);
  if (trigger === null) return null;
  const { trial, ...asked } = trigger;
  return { ...suite, item: { ...item, trigger: asked, ...(trial === undefined ? {} : { trial }) } };
}

function sourcesOf(folder) {
  return readdirSync(folder, { recursive: true })
    .filter((name) => statSync(path.join(folder, name)).isFile() && !/^(?:test|node_modules)\/|README/.test(name))
    .sort()
    .map((file) => ({ file, text: readFileSync(path.join(folder, file), 'utf8') }));
}

function written(text, cuts) {
  const sorted = cuts.toSorted((a, b) => b.start - a.start || b.end - a.end);
  return sorted.reduce((after, { start, end, text: put }) => after.slice(0, start) + put + after.slice(end), text);
}

/** In a line: the first lines that differ. */
function diffOf({ file, text }, { content, move }) {
  if (content === undefined) return move === undefined ? `${file} is gone` : `${move[0]} is ${move[1]}`;
  const [before, now] = [text.split('\n'), content.split('\n')];
  const at = before.findIndex((line, index) => line !== now[index]);
  return `${file}:${at + 1}: ${(before[at] ?? '').trim()}  →  ${(now[at] ?? '').trim()}`;
}

/** The smallest that fails of: the boot, one request, the one before it, those that write and it. Null where nothing fails so. */
async function triggerOf(suite, pool, given) {
  const failed = await inPlace(suite, given, (place) => firstFailure(place, pool));
  if (failed === null) return null;
  if (failed === 'boot') return { boot: true };
  const { headers, trial } = pool[failed];
  const others = pool.slice(0, failed).filter((one) => JSON.stringify(one.headers) === JSON.stringify(headers));
  const writes = others.filter(({ request }) => !/^(?:GET|HEAD|OPTIONS) /.test(request));
  for (const asked of [[pool[failed]], others.slice(-1), [...writes, pool[failed]]]) {
    const trigger = { requests: asked.map(({ request }) => request), headers, trial };
    const failure = await inPlace(suite, given, (place) => failureOf(place, trigger));
    if (failure !== null) return trigger;
  }
  return null;
}

function firstFailure(place, pool) {
  return serving(place, async (server) => {
    if (!server.ready) return 'boot';
    for (const [at, { request, headers }] of pool.entries()) {
      const { status } = await ask(server.port, request, headers);
      if (status === 0 || status >= 500) return at;
    }
    await after(500);
    return server.gone ? pool.length - 1 : null;
  });
}
