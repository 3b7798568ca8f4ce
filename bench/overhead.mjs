/** What the hook costs each request: hello world on http, Express and Fastify, bare and supervised, in slices too short for the machine to change meanwhile. */
import net from 'node:net';
import { cpuMs, get, median, sleep } from './lib.mjs';

/** Two processes of one kind differ by more than two slices of one process. */
const pairsOfProcesses = 4;
const roundsOfEach = 60;
const warmUps = 12;
const sliceMs = 60;
const connections = 16;
const head = 'GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n';

export async function overhead(bench, only = ['http', 'express', 'fastify']) {
  const rows = [];
  for (const server of only) {
    const hows = server === 'http' ? ['bare', 'kintsugi', 'pm2'] : ['bare', 'kintsugi'];
    const project = bench.project(server, server === 'http' ? [] : [server]);
    const samples = [];
    for (let pair = 0; pair < pairsOfProcesses; pair++) samples.push(...(await onePair(bench, project, hows)));
    rows.push(...rowsOf(server, samples));
  }
  return rows;
}

/** Fresh processes, all idle but the one whose turn it is; the order turns. */
async function onePair(bench, project, hows) {
  const subjects = [];
  for (const how of hows) subjects.push(await bench.start(how, project));
  const loads = [];
  for (const { how, port, pid } of subjects) loads.push({ how, pid, load: await Load.on(port) });
  for (let n = 0; n < warmUps; n++) for (const { load } of loads) await load.slice();
  const samples = [];
  for (let round = 0; round < roundsOfEach; round++) {
    const sample = {};
    for (let turn = 0; turn < loads.length; turn++) {
      const { how, pid, load } = loads[(round + turn) % loads.length];
      const before = cpuMs(pid);
      const { requests, ms } = await load.slice();
      sample[how] = { perSecond: (requests / ms) * 1000, cpuUs: ((cpuMs(pid) - before) / requests) * 1000 };
    }
    samples.push(sample);
  }
  for (const { load } of loads) load.end();
  for (const subject of subjects) await bench.stop(subject);
  return samples;
}

/** Keep-alive connections, one request in flight on each while a slice lasts. All answers of one server are equally long, so bytes are counted. */
class Load {
  #sockets = [];
  #idle = [];
  #length;
  #requests = 0;
  #isOn = false;
  #allIdle = () => undefined;

  static async on(port) {
    const load = new Load();
    load.#length = await lengthOfAnswer(port);
    for (let n = 0; n < connections; n++) load.#sockets.push(await load.#connect(port));
    load.#idle = [...load.#sockets];
    return load;
  }

  async slice() {
    const began = performance.now();
    const over = new Promise((resolve) => (this.#allIdle = resolve));
    [this.#requests, this.#isOn] = [0, true];
    for (const socket of this.#idle.splice(0)) socket.write(head);
    await sleep(sliceMs);
    this.#isOn = false;
    await over;
    return { requests: this.#requests, ms: performance.now() - began };
  }

  end() {
    for (const socket of this.#sockets) socket.destroy();
  }

  async #connect(port) {
    const socket = net.connect(port, '127.0.0.1');
    let bytes = 0;
    socket.on('data', (data) => {
      bytes += data.length;
      if (bytes < this.#length) return;
      bytes -= this.#length;
      this.#requests += 1;
      if (this.#isOn) return socket.write(head);
      this.#idle.push(socket);
      if (this.#idle.length === connections) this.#allIdle();
    });
    await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject));
    return socket;
  }
}

async function lengthOfAnswer(port) {
  const { status } = await get(port);
  const socket = net.connect(port, '127.0.0.1').on('error', () => undefined);
  let bytes = 0;
  socket.on('data', (data) => (bytes += data.length)).write(head);
  await sleep(100);
  socket.destroy();
  if (status !== 200 || bytes === 0) throw new Error(`no answer on port ${port}`);
  return bytes;
}

function rowsOf(server, samples) {
  const value = (how, field) => median(samples.map((sample) => sample[how]?.[field]));
  const ratio = (how, field) => median(samples.map((sample) => sample[how]?.[field] / sample.bare[field]));
  const row = (id, field, rest) => ({
    id: `PERF-2 ${id}, ${server}`,
    bare: value('bare', field),
    kintsugi: value('kintsugi', field),
    pm2: value('pm2', field),
    ratio: ratio('kintsugi', field),
    pm2Ratio: ratio('pm2', field),
    ...rest,
  });
  return [
    row('requests a second', 'perSecond', {
      unit: '1/s',
      goal: 'ratio >= 0.97',
      met: ratio('kintsugi', 'perSecond') >= 0.97,
      detail: { samples },
    }),
    row('CPU a request', 'cpuUs', { unit: 'µs', goal: null, met: null }),
  ];
}
