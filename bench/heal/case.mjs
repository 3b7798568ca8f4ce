/** One case: tested without Kintsugi (`check`), or healed and judged (`heal`). */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import net from 'node:net';
import path from 'node:path';
import { startModel } from './model.mjs';
import { difference, makePlace, treeOf, uncommitted } from './place.mjs';
import { endLeftovers, failureOf, freePort, missesOf } from './serve.mjs';
import { supervise } from './supervise.mjs';

const caseMs = 120_000;
const healSeconds = 100;

/** What both ways need: the addresses, the environment, the place with the fault. */
export async function openScene({ entry, services: names = [], seed = {}, env = {}, item }, given) {
  const at = await given.services.start(names);
  const live = Object.fromEntries(Object.entries(at).map(([name, one]) => [name, one.live]));
  const other = item.upstream === undefined ? null : await opened(answering(item.upstream));
  const upstream = other === null ? [] : [`127.0.0.1:${other.address().port}`];
  const words = {
    ...live,
    port: String(await freePort()),
    closed: `127.0.0.1:${await freePort()}`,
    upstream: upstream[0],
  };
  const fill = (text) => text.replace(/\{(postgres|redis|port|closed|upstream)\}/g, (_, name) => words[name]);
  const set = Object.entries({ ...env, ...item.env }).filter(([, value]) => value !== null);
  const { PATH, NODE_EXTRA_CA_CERTS } = process.env;
  const environment = {
    PATH,
    HOME: path.join(given.folder, 'home'),
    PORT: words.port,
    ...(NODE_EXTRA_CA_CERTS === undefined ? {} : { NODE_EXTRA_CA_CERTS }),
    ...Object.fromEntries(set.map(([name, value]) => [name, fill(value)])),
  };
  const targets = [
    ...names.map((name) => ({ target: at[name].live, to: at[name].test })),
    ...upstream.map((target) => ({ target, to: target })),
  ];
  const trial = { ...(targets.length === 0 ? {} : { services: targets }), ...item.trial };
  const config = Object.keys(trial).length === 0 ? null : { trial };
  const seeded =
    seed.postgres === undefined ? seed : { ...seed, postgres: path.join(given.serverFolder, seed.postgres) };
  const reset = () => given.services.reset(seeded);
  const place = (folder, one) => {
    mkdirSync(folder, { recursive: true });
    const { serverFolder, packages } = given;
    return { ...makePlace(folder, { serverFolder, item: one, packages, config }), entry, env: environment };
  };
  await reset();
  return { place, fill, reset, port: Number(words.port), end: () => closed(other) };
}

/** Is the case what it says? `{id, ok, line}`. */
export async function check(suite, given) {
  const { item } = suite;
  const faults = [];
  const { place, reset, end } = await openScene(suite, given);
  const healthy = place(path.join(given.folder, 'healthy'), { ...item, break: [] });
  const healthyEnv = await openScene({ ...suite, item: { ...item, env: {} } }, given);
  const plain = healthyEnv.place(path.join(given.folder, 'plain'), { ...item, break: [] });
  const misses = await missesOf(item.env === undefined ? healthy : plain, item.checks);
  faults.push(...misses.map((miss) => `healthy: ${miss}`));
  await reset();
  const failure = await failureOf(place(given.folder, item), item.trigger);
  const seen = failure !== null || item.trigger.stderr !== undefined;
  if (item.expect === 'none' && failure !== null) faults.push(`must not fail: ${failure}`);
  if (item.expect !== 'none' && !seen) faults.push('does not fail by its trigger');
  endLeftovers(given.folder);
  await Promise.all([end(), healthyEnv.end()]);
  const line = faults.length === 0 ? `ok       ${failure ?? ''}`.trimEnd() : `NOT OK   ${faults.join('; ')}`;
  return { id: item.id, ok: faults.length === 0, line };
}

/** Heals the live tree of a fresh place and judges what came out. */
export async function heal(suite, given) {
  const { item } = suite;
  const scene = await openScene(suite, given);
  const place = scene.place(given.folder, item);
  const before = treeOf(place.project);
  const holder = item.occupy
    ? await opened(
        net.createServer((socket) => socket.destroy()),
        scene.port,
      )
    : null;
  const model = item.model === undefined && !given.prompts ? null : await startModel(item.model ?? ['No.']);
  // Only what the model is asked, and what becomes of its answer, matters then: it is asked at once.
  const alone = model === null ? {} : { KINTSUGI_HEAL_RUNGS: 'fast' };
  const began = Date.now();
  const asking = { ...place, env: { ...place.env, ...model?.env, ...alone } };
  const seen = given.live
    ? await supervise(asking, item, { kintsugi, product: given.product })
    : await kintsugi(asking, [...healWords(item, place, scene.fill)], given.product);
  const wallMs = Date.now() - began;
  model?.end();
  // A server that runs may write into its own data, which git does not know.
  const changed = given.live ? uncommitted(place.project) : difference(before, treeOf(place.project));
  const verdict = await judge({ item, seen, changed, place, scene, given });
  await Promise.all([closed(holder), scene.end()]);
  const leftovers = endLeftovers(given.folder);
  const result = { ...facts(suite, seen), ...verdict, changed, wallMs, leftovers };
  if (model !== null) Object.assign(result, { model: repairedBy(seen), prompts: model.prompts });
  return result;
}

/** The service of somebody else, which gives every request the same answer. */
function answering({ status, headers, body }) {
  return http.createServer((request, response) => {
    response.writeHead(status, { 'content-type': 'application/json', connection: 'close', ...headers }).end(body);
  });
}

async function opened(server, port = 0) {
  await once(server.listen(port), 'listening');
  return server;
}

function closed(server) {
  return new Promise((resolve) => (server === null ? resolve() : server.close(resolve)));
}

function* healWords({ trigger }, { entry, folder }, fill) {
  yield* ['heal', entry, '--apply', '--json', '--timeout', String(healSeconds)];
  for (const request of trigger.requests ?? []) yield* ['--request', request];
  for (const [name, value] of Object.entries(trigger.headers ?? {})) yield* ['-H', `${name}: ${value}`];
  if (trigger.stderr === undefined) return;
  const file = path.join(folder, 'stderr.log');
  writeFileSync(file, fill(trigger.stderr));
  yield* ['--stderr', file];
}

/** Runs the program in the place; its JSON, or null, and its exit code. */
function kintsugi({ project, env }, words, product) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [product, ...words], {
      cwd: project,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let [stdout, stderr] = ['', ''];
    child.stdout.setEncoding('utf8').on('data', (text) => (stdout += text));
    child.stderr.setEncoding('utf8').on('data', (text) => (stderr += text));
    const timer = setTimeout(() => child.kill('SIGKILL'), caseMs);
    child.on('close', (code) => {
      clearTimeout(timer);
      resolve({
        code,
        json: /^[[{]/.test(stdout) ? JSON.parse(stdout) : null,
        said: stderr.trim().split('\n').at(-1),
      });
    });
  });
}

async function judge({ item, seen, changed, place, scene, given }) {
  const misses = async () => (isAsItWas(place, given) ? [] : (await scene.reset(), missesOf(place, item.checks)));
  const outcome = seen.json?.outcome ?? 'failed';
  if (item.expect !== 'repair') {
    if (changed.length > 0) return { result: 'wrong', note: `changed ${changed.join(', ')}` };
    if (outcome === 'failed') return { result: 'missed', note: seen.said };
    const told = item.expect === 'ask' ? seen.code === 10 : outcome === 'no_failure';
    return { result: told ? 'right' : 'told-otherwise', note: seen.said };
  }
  if (changed.length > 0 || outcome === 'healed') {
    const missed = await misses();
    if (missed.length > 0) return { result: 'wrong', note: missed.join('; ') };
    return { result: 'right', note: '' };
  }
  if (seen.code === 10)
    return { result: await askedWhat({ seen, place, misses, product: given.product }), note: seen.said };
  return { result: outcome === 'declined' ? 'declined' : 'missed', note: seen.said };
}

/** Every file of the healthy server stands there again, word by word: answers that differ then do so by the hour. */
function isAsItWas({ project }, { serverFolder }) {
  const [healthy, now] = [treeOf(serverFolder), treeOf(project)];
  return [...healthy].every(([name, hash]) => now.get(name) === hash);
}

/** Would the proposal that waits have been right? It is approved, here, to see. */
async function askedWhat({ seen, place, misses, product }) {
  if (seen.json.repair === null || seen.json.outcome !== 'proposed') return 'asked';
  const { code } = await kintsugi(place, ['approve', String(seen.json.id), '--by', 'bench'], product);
  if (code !== 0) return 'asked';
  return (await misses()).length === 0 ? 'asked-right' : 'asked-wrong';
}

function repairedBy({ json }) {
  return json?.repair?.model ?? null;
}

function facts({ server, half, item }, { code, json }) {
  const { outcome = 'failed', repair, bootMs = null, durationMs = null, tokens = 0 } = json ?? {};
  return {
    id: item.id,
    ...{
      server,
      half,
      cause: item.cause,
      operator: item.operator,
      fault: item.diff,
      trigger: item.trigger,
      expect: item.expect,
      history: item.history === true,
      code,
      outcome,
      tokens,
    },
    class: json?.class ?? null,
    message: json?.message ?? null,
    ...{ recipe: repair?.recipe ?? null, kind: repair?.kind ?? null, proof: repair?.proof ?? null },
    ...{ tried: repair?.candidates?.tried ?? null, fell: repair?.candidates?.fell ?? null },
    diff: repair?.diff ?? null,
    why: json?.action?.why ?? null,
    ...{ bootMs, durationMs, boots: bootMs && durationMs ? Number((durationMs / bootMs).toFixed(1)) : null },
  };
}

/** What is said of a result while the run goes on. */
export function lineOf({ result, outcome, recipe, wallMs, expect, note }) {
  const word =
    expect === 'repair' ? result : result === 'right' ? 'left alone' : result === 'wrong' ? 'CHANGED' : result;
  return `${word.padEnd(12)} ${outcome.padEnd(10)} ${String(recipe ?? '').padEnd(20)} ${(wallMs / 1000).toFixed(1).padStart(6)} s  ${(note ?? '').slice(0, 300)}`;
}
