/** HealBench: what `kintsugi heal` makes of faults as people make them. `node bench/heal/run.mjs --help` says how it is asked. */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { check, heal, lineOf } from './case.mjs';
import { copyPackages } from './place.mjs';
import { again, drawn } from './mutants.mjs';
import { operators } from './slips.mjs';
import { publishedSuites } from './published.mjs';
import { report } from './report.mjs';
import { endLeftovers } from './serve.mjs';
import { Services } from './services.mjs';

const here = path.dirname(fileURLToPath(import.meta.url));
const product = path.join(here, '..', '..', 'dist', 'kintsugi.cjs');
const usage = `node bench/heal/run.mjs [--half dev|record|model|all] [--server NAME] [--case ID]... [--jobs 2] [--save] [--check] [--prompts] [--live] [--every N] [--keep]
       node bench/heal/run.mjs --mutants N [--minutes M] [--seed S] [--server NAME] [--operator NAME]... [--published] | --mutant ID
       either with [--past healthy|broken|none]

  --check  the cases themselves are tested, without Kintsugi: healthy servers pass, broken ones fail
  --save   writes results/HALF.json (with --past: HALF-PAST.json) and the table into README.md; cases that were not run stay as they were
  --prompts  a model that repairs nothing is asked first of all: how large are its prompts (PERF-7)? \`--every 5\` takes a fifth of the cases
  --live   under \`kintsugi run\`, with other requests before the one that fails; cases with a text of elsewhere are left out
  --mutants  faults that nobody wrote: N mutants of the development servers, drawn by the seed until M minutes are over, healed as cases are; \`--mutant ID\` is one of them again
  --published  mutants of servers that others wrote, which the package registry has, in place of ours
  --past   the same past for all: \`healthy\` was committed before, \`broken\` alone was, or \`none\`: there is no git
  --keep   leaves the folders of the cases and names them
`;

const { values: options } = parseArgs({
  options: {
    half: { type: 'string', default: 'all' },
    server: { type: 'string' },
    case: { type: 'string', multiple: true },
    jobs: { type: 'string', default: '2' },
    save: { type: 'boolean', default: false },
    check: { type: 'boolean', default: false },
    prompts: { type: 'boolean', default: false },
    live: { type: 'boolean', default: false },
    every: { type: 'string', default: '1' },
    mutants: { type: 'string', default: '0' },
    minutes: { type: 'string', default: '600' },
    mutant: { type: 'string', multiple: true },
    past: { type: 'string' },
    seed: { type: 'string', default: '1' },
    operator: { type: 'string', multiple: true },
    published: { type: 'boolean', default: false },
    keep: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

/** What the files of cases export, of a half and of the server asked for. */
async function suitesOf(half, server = options.server) {
  const names = readdirSync(path.join(here, 'cases')).filter((name) => name.endsWith('.mjs'));
  const suites = await Promise.all(names.map(async (name) => (await import(`./cases/${name}`)).default));
  return suites.filter(
    (suite) =>
      // Those with a scripted model say nothing of repair without one.
      (half === 'all' ? suite.half !== 'model' : suite.half === half) && (server ?? suite.server) === suite.server,
  );
}

/** The cases asked for, each joined with what its server says for all. */
async function* cases() {
  yield* (await suitesOf(options.half))
    .flatMap(({ cases, checks, ...suite }) =>
      cases
        .filter(
          ({ id, trigger }) => (options.case?.includes(id) ?? true) && !(options.live && trigger.stderr !== undefined),
        )
        .map((item) => ({ ...suite, item: { ...item, ...past(), checks: [...checks, ...(item.checks ?? [])] } })),
    )
    .filter((_, index) => index % Number(options.every) === 0);
}

/** What git holds for every case, where that was asked for. */
function past() {
  if (options.past === undefined) return {};
  return { history: options.past === 'healthy', past: options.past };
}

/** The mutants asked for, drawn one by one; of several suites of one server the cases come together. */
async function* mutants(givenOf) {
  const suites = options.published ? publishedSuites(options.server) : await suitesOf('dev');
  const servers = [...new Map(suites.map((suite) => [suite.server, suite])).values()].map((suite) => ({
    ...suite,
    cases: suites.filter(({ server }) => server === suite.server).flatMap(({ cases }) => cases),
  }));
  if (servers.length === 0)
    throw new Error(`no server ${options.server} ${options.published ? 'is published' : 'in the development half'}`);
  const { seed, operator: names, mutant: ids = [] } = options;
  const strange = ids.find((id) => !servers.some(({ server }) => id.startsWith(`${server}.`)));
  if (strange !== undefined) throw new Error(`no server of the development half begins ${strange}`);
  for (const name of [...ids.map((id) => id.split('.').at(-2)), names ?? []].flat())
    if (operators[name] === undefined)
      throw new Error(`no operator ${name}: there are ${Object.keys(operators).join(', ')}`);
  const services = new Services();
  const given = (suite) => givenOf(suite, services, 'drawing');
  const until = Date.now() + Number(options.minutes) * 60_000;
  try {
    for (const id of ids) yield again(servers, id, given);
    let left = Number(options.mutants);
    if (left > 0)
      for await (const one of drawn(servers, { seed, names, given })) {
        yield one;
        if (--left === 0 || Date.now() > until) break;
      }
  } finally {
    await services.end();
  }
}

/** Carries the work out in lanes, each with services of its own. */
async function inLanes(work, count, carryOut) {
  const results = [];
  const lane = async () => {
    const services = new Services();
    try {
      for await (const one of work) results.push(await carryOut(one, services));
    } finally {
      await services.end();
    }
  };
  await Promise.all(Array.from({ length: count }, lane));
  return results;
}

async function main() {
  if (options.help) return process.stdout.write(usage);
  if (!options.check && !existsSync(product))
    throw new Error('dist/kintsugi.cjs is not there: run `npm run build` first');
  const root = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'healbench-')));
  const clear = () => {
    endLeftovers(root);
    if (!options.keep) rmSync(root, { recursive: true, force: true, maxRetries: 5 });
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => (clear(), process.exit(1)));
  try {
    const givenOf = ({ server, serverFolder, packages: fetched }, services, name) => {
      const packages = fetched ?? path.join(root, 'packages', server);
      if (!existsSync(packages)) copyPackages(server, packages);
      const { prompts, live, past } = options;
      return {
        folder: path.join(root, name),
        services,
        packages,
        prompts,
        live,
        past,
        serverFolder: serverFolder ?? path.join(here, 'servers', server),
      };
    };
    const isMutants = options.mutants !== '0' || options.mutant !== undefined;
    if (options.published && !isMutants) throw new Error('--published goes with --mutants N or --mutant ID');
    const work = isMutants ? mutants(givenOf) : cases();
    const carryOut = async (one, services) => {
      const given = givenOf(one, services, one.item.id);
      mkdirSync(given.folder);
      const result = options.check ? await check(one, given) : await heal(one, { ...given, product });
      const size = options.prompts ? `${result.prompts[0] ?? '-'} tokens`.padEnd(14) : '';
      process.stdout.write(`${result.id.padEnd(36)} ${size}${options.check ? result.line : lineOf(result)}\n`);
      if (isMutants) process.stdout.write(faultOf(result));
      if (!options.keep) rmSync(given.folder, { recursive: true, force: true, maxRetries: 5 });
      return result;
    };
    const results = await inLanes(work, Number(options.jobs), carryOut);
    if (results.length === 0) throw new Error('no case fits: see the names in bench/heal/cases');
    if (options.check) return void (process.exitCode = results.every(({ ok }) => ok) ? 0 : 1);
    if (options.prompts) return void process.stdout.write(sizes(results));
    process.stdout.write(`\n${report(results, options.half)}\n`);
    if (options.save) await save(results);
  } finally {
    clear();
    if (options.keep) process.stdout.write(`kept: ${root}\n`);
  }
}

/** What was broken, what showed it, and what was repaired or why nothing was. */
function faultOf({ fault, trigger, history, message, why, diff, result }) {
  const shown = `${JSON.stringify(trigger)}${history ? ', with history' : ''}: ${message}`;
  const said = [fault, shown, ...(result === 'right' ? [] : [why, diff])];
  return said
    .filter(Boolean)
    .map((line) => `    ${line.replaceAll('\n', '\n      ')}\n`)
    .join('');
}

/** Of the first prompt of each heal that asked a model. */
function sizes(results) {
  const tokens = results.flatMap(({ prompts }) => prompts[0] ?? []).sort((a, b) => a - b);
  const at = (share) => tokens[Math.floor((tokens.length - 1) * share)];
  return `\n${tokens.length} of ${results.length} cases asked a model: tokens in, median ${at(0.5)}, 90 % ${at(0.9)}, most ${at(1)}\n`;
}

/** Over what was saved before with the same past, of the cases that there still are: what was not run this time stays as it was. */
async function save(results) {
  const name = options.past === undefined ? options.half : `${options.half}-${options.past}`;
  const file = path.join(here, 'results', `${name}.json`);
  mkdirSync(path.dirname(file), { recursive: true });
  const known = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : [];
  const there = new Set((await suitesOf(options.half, null)).flatMap(({ cases }) => cases.map(({ id }) => id)));
  const kept = known.filter(({ id }) => there.has(id) && results.every((one) => one.id !== id));
  const all = [...kept, ...results];
  all.sort((a, b) => (`${a.server} ${a.id}` < `${b.server} ${b.id}` ? -1 : 1));
  const where = /(?:\/[\w.-]+)*\/healbench-\w+\//g; // differs from run to run
  writeFileSync(file, `${JSON.stringify(all, null, 1).replace(where, '')}\n`);
  const page = report(all, options.half);
  const readme = path.join(here, 'README.md');
  const [from, to] = [`<!-- ${name} -->\n`, `<!-- /${name} -->`];
  const text = readFileSync(readme, 'utf8');
  if (!text.includes(from)) throw new Error(`README.md has no place for the table: ${from.trim()} … ${to}`);
  const [before, rest] = text.split(from);
  writeFileSync(readme, `${before}${from}\n${page}\n\n${to}${rest.split(to)[1]}`);
}

main().catch((error) => {
  process.stderr.write(`${error.message}\n\n${usage}`);
  process.exitCode = 1;
});
