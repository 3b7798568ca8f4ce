// Runs the tests: all of them, or those whose path holds one of the words given. With --full every sweep is whole; other
// options (--…) go to the runner.
import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('../', import.meta.url));
const given = process.argv.slice(2);
const words = given.filter((word) => !word.startsWith('-'));
const options = given.filter((word) => word.startsWith('-') && word !== '--full');
const env = given.includes('--full') ? { ...process.env, KINTSUGI_TEST_FULL: '1' } : process.env;

/** Those that take a minute and more alone, the longest first: begun last, one of them would run on by itself at the end. */
const longest =
  'heal-model run-workers trial run-regression-inside run-fallback run run-successor run-reload keeper-more run-requests heal-agent services heal-witness run-decisions run-consumer heal-compiled run-surroundings'.split(
    ' ',
  );

const testsIn = (folder) =>
  readdirSync(path.join(root, folder), { recursive: true })
    .map((name) => path.join(folder, name))
    .filter((file) => file.endsWith('.test.ts') && !file.includes(`${path.sep}fixtures${path.sep}`))
    .toSorted();
const isAll = words.length === 0;
const files = isAll
  ? testsIn('test')
  : ['src', 'test'].flatMap(testsIn).filter((file) => words.some((word) => file.includes(word)));

if (files.length === 0) {
  process.stderr.write(`No test file has ${words.join(' or ')} in its path.\n`);
  process.exit(1);
}

// All unit tests in two processes: each file in one of its own would spend most of its time on being started. Those of the
// repairs, which make one large, are apart from those that start other programs: a large process takes long to fork.
const isOfRepair = (file) => file.startsWith(path.join('src', 'repair'));
const units = isAll
  ? { repair: testsIn('src').filter(isOfRepair), rest: testsIn('src').filter((file) => !isOfRepair(file)) }
  : {};
const outputs = await compile(files, units);
if (existsSync(path.join(root, 'build', 'run.js'))) await compileKeeper();
// Twice as many as there are cores: most of their time these files wait for processes and clocks. More of them are no faster, and their clocks run late more often.
const atOnce = 2 * availableParallelism();
// A file that failed before it closed what it had opened would never end.
const limit = `--test-timeout=${20 * 60_000}`;
const runner = ['--enable-source-maps', '--test', limit, `--test-concurrency=${atOnce}`, '--test-reporter=spec'];
// All that they make lies in here: a test that is cut short cannot clear away what outlives it, as servers do.
const place = mkdtempSync(path.join(tmpdir(), 'kintsugi-tests-'));
chmodSync(place, 0o1777); // some are of another user
// No test leaves this machine; to read the certificates of an owner costs each of some thousand processes a tenth of a second.
const child = spawn(process.execPath, [...runner, ...options, ...outputs], {
  cwd: root,
  env: { ...env, TMPDIR: place, NODE_EXTRA_CA_CERTS: undefined },
  stdio: 'inherit',
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
child.on('exit', (code) => {
  endAllOf(place);
  rmSync(place, { recursive: true, force: true, maxRetries: 5 });
  process.exit(code ?? 1);
});

/** Ends what still runs of it, until a look around finds nobody: one may just have started the next. */
function endAllOf(folder) {
  for (let round = 0; round < 20 && existsSync('/proc'); round += 1) {
    const left = readdirSync('/proc').filter(
      (pid) => /^\d+$/.test(pid) && Number(pid) !== process.pid && isOf(pid, folder),
    );
    if (left.length === 0) return;
    for (const pid of left) {
      process.stderr.write(`left behind: ${readProc(pid, 'cmdline').replaceAll('\0', ' ')}\n`);
      try {
        process.kill(Number(pid), 'SIGKILL');
      } catch {
        // it ended by itself
      }
    }
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
  }
}

function isOf(pid, folder) {
  return ['cmdline', 'environ'].some((file) => readProc(pid, file).includes(folder));
}

function readProc(pid, file) {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return ''; // gone meanwhile, or another user's
  }
}

/** The runner takes files in the order of their names: `first-…` are the units, which take longer than any other file. */
function placed(file) {
  const name = path.relative('test', file).replaceAll(path.sep, '-').replace(/\.ts$/, '');
  const at = longest.indexOf(path.basename(name, '.test').replace(/^process-/, ''));
  return at < 0 ? `test-${name}` : `sustained-${String(at).padStart(2, '0')}-${name}`;
}

/** One script a test file, with all it imports of ours: none of them starts a compiler. */
async function compile(entryPoints, together) {
  const outdir = path.join('.cache', 'tests');
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: [
      ...entryPoints.map((file) => ({ in: file, out: placed(file) })),
      ...Object.keys(together).map((name) => ({ in: `units:${name}`, out: `first-${name}` })),
    ],
    outdir,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    packages: 'external',
    sourcemap: true,
    sourcesContent: false, // each file parses its map as it starts
    logLevel: 'warning',
    metafile: true,
    banner: {
      js: `import { createRequire as requireFor } from 'node:module'; const require = requireFor(import.meta.url);`,
    },
    define: { 'import.meta.url': 'sourceUrl', 'import.meta.dirname': 'sourceFolder', __dirname: 'sourceFolder' },
    plugins: [
      { name: 'places', setup: keepPlaces },
      { name: 'units', setup: (build) => gather(build, together) },
    ],
  });
  return Object.keys(metafile.outputs)
    .filter((file) => file.endsWith('.js'))
    .toSorted();
}

/** `units:NAME` imports all files of that name. */
function gather({ onResolve, onLoad }, together) {
  onResolve({ filter: /^units:/ }, (one) => ({ path: one.path.slice('units:'.length), namespace: 'units' }));
  onLoad({ filter: /.*/, namespace: 'units' }, (one) => {
    const contents = together[one.path].map((file) => `import './${file}';`).join('\n');
    return { contents, resolveDir: root };
  });
}

/** The keeper that tests start a hundred times: in one file it is loaded in half the time. */
async function compileKeeper() {
  const folder = path.join('test', 'fixtures', 'keeper');
  await build({
    absWorkingDir: root,
    entryPoints: [path.join(folder, 'keep.mjs')],
    outfile: path.join('.cache', 'keeper', 'keep.mjs'),
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    packages: 'external',
    define: { 'import.meta.dirname': JSON.stringify(path.join(root, folder)) },
    logLevel: 'warning',
  });
}

/** A file finds what lies beside its source, wherever the script lies. */
function keepPlaces({ onLoad }) {
  onLoad({ filter: /\.c?ts$/ }, ({ path: file }) => {
    const [url, folder] = [pathToFileURL(file).href, path.dirname(file)].map((place) => JSON.stringify(place));
    const places = `const sourceUrl = ${url}, sourceFolder = ${folder}; `;
    return { contents: places + readFileSync(file, 'utf8'), loader: 'ts' };
  });
}
