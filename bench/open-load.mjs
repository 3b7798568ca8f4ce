/** Open-loop load in a process of its own: `PORT RATE URL TIMEOUT_MS`; counts what became of each request until stdin ends. */
import { get } from './lib.mjs';

const [port, rate, url, timeoutMs] = process.argv.slice(2);
const counts = { sent: 0, ok: 0, refused: 0, reset: 0, hung: 0, failed: 0, slowestMs: 0 };
const pending = new Set();
const began = performance.now();

const timer = setInterval(() => {
  // What a late timer missed is sent now: the rate holds on a busy machine.
  const due = Math.floor(((performance.now() - began) / 1000) * Number(rate));
  while (counts.sent < due) send();
}, 2);

function send() {
  counts.sent += 1;
  const one = get(Number(port), url, Number(timeoutMs)).then(({ error, status, ms }) => {
    pending.delete(one);
    if (error !== null) counts[error] += 1;
    else if (status !== 200) counts.failed += 1;
    else {
      counts.ok += 1;
      counts.slowestMs = Math.max(counts.slowestMs, ms);
    }
  });
  pending.add(one);
}

process.stdin.resume().on('end', async () => {
  clearInterval(timer);
  await Promise.all(pending);
  process.stdout.write(JSON.stringify(counts));
});
