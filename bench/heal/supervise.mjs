/** One case as its users live through it: under `kintsugi run`, with other requests before the one that fails. */
import { spawn } from 'node:child_process';
import { setTimeout as after } from 'node:timers/promises';
import { ask } from './serve.mjs';

const readyMs = 20_000;
const noticedMs = 4000;
const healMs = 100_000;
const ended = ['resolved', 'awaiting_human', 'needs_human', 'rejected', 'suppressed', 'blocked'];

/** `{code, json, said}` as of `heal`: what became of the worst incident, once none of them moves any more. */
export async function supervise({ project, entry, env }, { checks, trigger }, { kintsugi, product }) {
  const child = spawn(process.execPath, [product, 'run', '--on-park', 'stay', entry], {
    cwd: project,
    env: { ...env, KINTSUGI_WATCH_MS: '1000', KINTSUGI_DASHBOARD: 'off' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text) => (said = (said + text).slice(-8000)));
  const exited = new Promise((resolve) => child.on('close', resolve));
  const place = { project, env };
  const incidents = async () => (await kintsugi(place, ['incidents', '--json'], product)).json ?? [];
  const settled = async (ms) => {
    const until = Date.now() + ms;
    let calm = 0;
    for (;;) {
      const found = await incidents();
      calm = found.length > 0 && found.every(({ status }) => ended.includes(status)) ? calm + 1 : 0;
      if (calm === 3 || Date.now() > until || (found.length === 0 && ms === noticedMs)) return found;
      await after(500);
    }
  };
  try {
    const port = Number(env.PORT);
    for (const until = Date.now() + readyMs; Date.now() < until; await after(100)) {
      if ((await ask(port, 'GET /')).status > 0 || (await incidents()).length > 0) break;
    }
    const good = checks.filter(({ request, status }) => request.startsWith('GET ') && status < 500);
    for (const { request, headers: own } of good) await ask(port, request, own);
    for (let round = 0; round < 3 && (await incidents()).length === 0; round += 1) {
      for (const request of trigger.requests ?? []) await ask(port, request, trigger.headers);
      await after(1500);
    }
    return outcomeOf(await settled(healMs), said);
  } finally {
    child.kill('SIGTERM');
    if (await Promise.race([exited.then(() => false), after(2000, true)])) child.kill('SIGTERM'); // the first is not heard right after the start (SUP-3)
    await exited;
  }
}

function outcomeOf(found, said) {
  const of = (status) => found.find((one) => one.status === status);
  const worst =
    of('awaiting_human') ??
    of('needs_human') ??
    of('blocked') ??
    found.find(({ repair }) => repair !== null) ??
    found[0];
  const code = of('awaiting_human') || of('needs_human') ? 10 : 0;
  const outcome =
    found.length === 0
      ? 'no_failure'
      : of('awaiting_human')
        ? 'proposed'
        : of('needs_human')
          ? 'asked'
          : worst.status === 'resolved'
            ? 'healed'
            : worst.status;
  return { code, json: { ...worst, outcome, bootMs: null }, said: said.trim().split('\n').at(-1) };
}
