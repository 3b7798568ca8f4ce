/** What the hook says, and what follows from it. */
import { systemClock } from '../kit/clock.ts';
import { globMatcher } from '../kit/globs.ts';
import type { Boot, Voice } from './child.ts';
import type { Core, Done } from './core.ts';
import type { Handle, Message, Peer } from './handles.ts';
import { nothingSeen, type Sighting } from './inbox.ts';
import { probeAgents } from './probes.ts';
import { asError, asRequests, asShares, asTraffic, asVitals, count, goodMax, text } from './reports.ts';

export interface Consequences {
  /** The boot listens. */
  answers(boot: Boot): void;
  /** The loop of a server turns, and with that we are awake. */
  beats(): void;
  /** The boot runs nothing of the app any more but what it does at its exit. */
  leaves(boot: Boot): void;
  /** Somebody asks to look at live.json now. */
  look(): void;
  /** Somebody asks for a restart, and is told what became of it. */
  reload(done: Done): void;
}

export function hear(
  core: Core,
  said: { peer: Peer; message: Message; handle: Handle | null },
  then: Consequences,
): void {
  const { peer, message, handle } = said;
  if (message.t === 'look') return then.look();
  if (message.t === 'reload')
    return then.reload((outcome, why) => peer.send({ t: 'reloaded', outcome, why: core.options.redact(why) }));
  if (message.t === 'hello') return greet(core, peer, message);
  if (message.t === 'ask') return tellVitals(core, peer);
  const boot = boots(core).find((one) => one.voices.has(peer) || one.clustered.has(peer));
  if (boot === undefined || (boot.clustered.has(peer) && !ofClustered.has(message.t))) return handle?.close();
  switch (message.t) {
    case 'listening':
      return listening(core, boot, said, then);
    case 'closed':
      return closed(core, boot, message);
    case 'want':
      return give(core, peer, message);
    case 'up':
      boot.upAtMs ??= systemClock.monotonic();
      return;
    case 'beat':
      beat(boot, peer);
      return then.beats();
    case 'leaving':
      if (boot.voices.get(peer)?.pid === boot.tree?.root.pid) then.leaves(boot);
      return;
    case 'finishing':
    case 'finished':
      return finishes(boot, peer, message.t);
    case 'good':
      boot.good = asRequests(message['requests'], goodMax);
      return;
    case 'error':
      return caught(core, boot, said);
    case 'unanswered':
      return waitsInVain(core, boot, message);
    case 'heap':
      boot.leak?.heard(count(message['used']));
      return;
    case 'vitals':
      boot.served = count(message['served']);
      return keepVitals(boot, said);
    case 'traffic':
      return core.inbox?.traffic(
        boot.n,
        boot.voices.get(peer)?.pid ?? boot.clustered.get(peer)?.pid ?? 0,
        asTraffic(message),
      );
    case 'shed':
      return loaded(core, boot, message);
    case 'connect':
      return core.observed.add('connects', message['target']);
    case 'wrote':
      return core.observed.add('writes', message['path']);
    default:
      handle?.close(); // a word of a later version
  }
}

/** What a worker of a server that clusters by itself may say: the rest is its primary's. */
const ofClustered: ReadonlySet<string> = new Set([
  'beat',
  'good',
  'error',
  'unanswered',
  'traffic',
  'connect',
  'wrote',
]);

function finishes(boot: Boot, peer: Peer, word: 'finishing' | 'finished'): void {
  const voice = boot.voices.get(peer);
  if (voice !== undefined) voice.finish = word;
}

/** Five minutes of them. */
const vitalsMax = 30;

function keepVitals(boot: Boot, { peer, message }: { peer: Peer; message: Message }): void {
  const vitals = boot.voices.get(peer)?.vitals;
  const told = asVitals(message, systemClock.now());
  if (vitals === undefined || told === null) return;
  vitals.push(told);
  if (vitals.length > vitalsMax) vitals.shift();
}

/** To whoever asks on the socket, which only this user can open. */
function tellVitals(core: Core, peer: Peer): void {
  const voices = boots(core).flatMap((boot) => [...boot.voices.values()]);
  peer.send({ t: 'vitals', processes: voices.map(({ pid, vitals }) => ({ pid, samples: vitals })) });
}

/** The process went away or let go; its sockets stay held. */
export function silence(core: Core, peer: Peer): void {
  for (const boot of boots(core)) {
    boot.clustered.delete(peer);
    const pid = boot.voices.get(peer)?.pid ?? null;
    if (!boot.voices.delete(peer) || boot.voices.size > 0) continue;
    boot.muted = { atMs: systemClock.monotonic(), pid, pids: new Set(boot.tree?.remembered.keys()) };
  }
}

export function boots(core: Core): Boot[] {
  return [core.boot, core.next, core.heir, ...core.retiring, ...core.workers].filter((boot) => boot !== null);
}

function greet(core: Core, peer: Peer, message: Message): void {
  const boot = boots(core).find((one) => one.token === message['boot']);
  const pid = message['pid'];
  if (boot === undefined || typeof pid !== 'number') return peer.close();
  if (message['worker'] === true) {
    boot.clustered.set(peer, { pid, beatAtMs: null, turnedAtMs: systemClock.monotonic() });
    return tellSettings(core, peer);
  }
  boot.muted = null;
  const sockets = typeof message['listening'] === 'number' ? message['listening'] : 1;
  boot.voices.set(peer, {
    peer,
    pid,
    sockets,
    beatAtMs: null,
    turnedAtMs: systemClock.monotonic(),
    vitals: [],
    finish: null,
  });
  tellSettings(core, peer);
  const test = message['selfTest'];
  const broken = Object.entries(typeof test === 'object' && test !== null ? test : {}).filter(
    ([, result]) => result !== 'ok',
  );
  core.hook =
    broken.length === 0
      ? 'connected'
      : `connected, without ${broken.map(([part, why]) => `${part} (${why})`).join(', ')}`;
  core.changed();
}

function tellSettings(core: Core, peer: Peer): void {
  const { sensing, shed } = core.options.settings;
  const { beatMs, trafficMs } = core;
  const { unansweredMs, probeMs } = sensing;
  const [held, good] = [core.held.paths(), probeMs > 0];
  peer.send({ t: 'settings', unansweredMs, beatMs, trafficMs, shed, probes: probeAgents, good, held });
}

/** Of a key or an address: a path may be as long as any (PATH_MAX). */
const placeCharsMax = 4096;

function listening(
  core: Core,
  boot: Boot,
  said: { peer: Peer; message: Message; handle: Handle | null },
  then: Consequences,
): void {
  const { message, handle } = said;
  const key = text(message['key'], placeCharsMax);
  if (key === null) return handle?.close();
  const port = typeof message['port'] === 'number' ? message['port'] : null;
  boot.listening.delete(fromRecord);
  const speaks = message['http'] === false ? null : message['tls'] === true ? 'https' : 'http';
  const by = handle === null ? null : said.peer;
  core.listensNowhere = false;
  expectBeat(core, boot.voices.get(said.peer));
  boot.listening.set(key, { port, address: text(message['address'], placeCharsMax) ?? '', speaks, by });
  if (message['cluster'] === true) clusters(core);
  if (handle !== null && core.retiring.has(boot)) handle.close();
  else if (handle !== null) core.held.keep(key, handle);
  if (core.held.paths().includes(key)) said.peer.send({ t: 'held', key });
  // started as the successor of one that died before it listened, it would wait in vain; and of one that was adopted nobody knows
  if (boot !== core.next) said.peer.send({ t: 'accept' });
  core.changed();
  then.answers(boot);
}

/** What listens beats from then on. One that is blocked before it ever did has the time of a start, in which an app may still be busy with itself. */
function expectBeat({ options }: Core, voice: Voice | undefined): void {
  const { startupMs, freezeMs } = options.settings;
  if (voice === undefined || voice.beatAtMs !== null) return;
  voice.turnedAtMs = systemClock.monotonic();
  voice.beatAtMs = voice.turnedAtMs + Math.max(0, startupMs - freezeMs);
}

/** It serves from now on: it takes clients. */
export function accept(boot: Boot): void {
  for (const { peer } of boot.voices.values()) peer.send({ t: 'accept' });
}

/** Its primary opens and closes its sockets as workers come and go: one that we hold would be in its way (SUP-7, SUP-8). */
function clusters(core: Core): void {
  if (!core.held.switchOff('the server clusters by itself')) return;
  core.say(
    'cluster',
    'the server clusters by itself: it is kept as one tree with its workers, whose failures are seen and healed; its sockets are not held, so a restart ' +
      'of all of it refuses connections for a moment, and `workers` is not used. To have each process watched and replaced, let it listen by itself and set `workers`',
  );
}

/** Stands for a port known only from run.json, until the hook has called again. */
export const fromRecord = '?';

function closed(core: Core, boot: Boot, message: Message): void {
  const key = text(message['key'], placeCharsMax);
  if (key === null || boot !== core.boot) return;
  boot.listening.delete(key);
  core.held.release(key);
  core.changed();
}

function give(core: Core, peer: Peer, message: Message): void {
  const key = text(message['key'], placeCharsMax) ?? '';
  const handle = core.held.handles().get(key);
  const later = core.next?.voices.has(peer) === true;
  peer.send({ t: 'give', key, fd: handle !== undefined, later }, handle);
}

function beat(boot: Boot, peer: Peer): void {
  const voice = boot.voices.get(peer) ?? boot.clustered.get(peer);
  if (voice === undefined) return;
  voice.beatAtMs = systemClock.monotonic();
  voice.turnedAtMs = voice.beatAtMs;
}

/** A fatal one waits a moment: where the process dies of it, its last words tell the same, and better. */
function caught(core: Core, boot: Boot, { peer, message }: { peer: Peer; message: Message }): void {
  const sighting: Sighting = {
    ...nothingSeen,
    kind: 'error',
    error: asError(message['error']),
    beforeReady: boot.readyAtMs === null,
    requests: asRequests([message['request']], 1),
    good: boot.good,
    route: text(message['route'], 1000),
    status: typeof message['status'] === 'number' ? message['status'] : null,
    client: text(message['client'], 64),
    release: boot.release === undefined ? core.release : boot.release,
    count: count(message['count']),
    // Until then the hook says it again to whoever keeps it next: this keeper may be killed before it is on disk.
    kept: () => peer.send({ t: 'kept', n: message['n'] }),
  };
  // A failing health route is a matter of health; only an error object behind it is one of the code.
  const isHealth = message['probe'] === 'health' || core.options.settings.health.paths.includes(sighting.route ?? '');
  if (isHealth && sighting.error === null) return sighting.kept?.();
  if (message['probe'] === 'route') return report(core, { ...sighting, ...onlyEvidence });
  core.observed.add('routes', sighting.route);
  const isFatal = message['how'] === 'exception' || message['how'] === 'rejection';
  if (isFatal) boot.fatal.push({ sighting, atMs: systemClock.monotonic() });
  else report(core, sighting);
  if (boot.fatal.length > fatalMax) report(core, boot.fatal.shift()?.sighting);
}

/** Of a question of ours: it goes with what clients met, and takes the place of none of their requests. */
const onlyEvidence = { isProbe: true, requests: [], good: [], client: null };

const loads: Readonly<Record<string, string>> = {
  green: 'the load is bearable again: every request is taken',
  yellow: 'the load is above 70 %: some requests are refused with 503',
  red: 'the load is above 85 %: more and more requests are refused with 503',
};

function loaded(core: Core, boot: Boot, message: Message): void {
  const level = text(message['level'], 10) ?? '';
  const said = Object.hasOwn(loads, level) ? loads[level] : undefined;
  if (said === undefined) return;
  boot.isShedding = level !== 'green';
  const load = asShares(message['load']).map((share) => Math.round(100 * share));
  const before = load.length === 0 ? '' : `; five seconds each, until now: ${load.join(' ')} %`;
  core.say('shed', `${said}${before}`, { level, load });
}

/** One may be a slow day; two on one route are a failure (SEN-9). */
function waitsInVain(core: Core, boot: Boot, message: Message): void {
  const [request] = asRequests([message['request']], 1);
  const route = text(message['route'], 1000);
  if (request === undefined || route === null) return;
  const { unansweredMs, longPolls } = core.options.settings.sensing;
  const path = (request.url.split('?', 1)[0] ?? '').replace(/^\/+/, '');
  const isMeant = globMatcher(longPolls)(path) || request.headers['accept']?.includes('text/event-stream') === true;
  if (isMeant || !core.unanswered.reached(route, 1, systemClock.monotonic())) return;
  report(core, {
    ...nothingSeen,
    kind: 'timeout',
    stderr: `${request.method} ${route} was not answered within ${unansweredMs / 1000} s`,
    requests: [request],
    good: boot.good,
    route,
    release: boot.release === undefined ? core.release : boot.release,
  });
}

const fatalMax = 20;
const fatalMs = 1000;

/** Those that their process outlived. */
export function reportSurvived(core: Core, boot: Boot): void {
  const latestMs = systemClock.monotonic() - fatalMs;
  while (boot.fatal[0] !== undefined && boot.fatal[0].atMs < latestMs) report(core, boot.fatal.shift()?.sighting);
}

function report(core: Core, sighting: Sighting | undefined): void {
  if (sighting === undefined) return;
  core.inbox?.fold(sighting);
  core.attempt('telling the healer', () => core.inbox?.flushSoon()); // now: were the keeper killed, it would be lost
  core.healer?.want();
}
