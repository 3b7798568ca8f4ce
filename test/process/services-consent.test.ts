/** How the owner is told and asked what trials may read: `doctor`, `init`, and what the setting refuses (SPEC TRY-8, CFG-2). */
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { jsonOf, placeOf, type Place } from './place.ts';

interface Doctor {
  readonly checks: readonly { name: string; ok: boolean; detail: string; mend: string | null }[];
}

const rows =
  '{"target": "db.internal:5432", "to": "readonly:postgres"}, {"target": "127.0.0.1:6380", "to": "readonly:redis"}';

/** Told of a database in the environment and of a cache in a file; seen to use a mail server. */
function placeWith(t: TestContext): Place {
  const place = placeOf(t, { '.env': 'REDIS_URL="redis://:pw@127.0.0.1:6380"\n' });
  const seen = path.join(place.project, '.kintsugi/run/main');
  mkdirSync(seen, { recursive: true });
  writeFileSync(
    path.join(seen, 'observed.json'),
    JSON.stringify({ connects: ['localhost:6380', 'mail.internal:25', '/run/x.sock'] }),
  );
  return place;
}

const env = { DATABASE_URL: 'postgres://app:hunter2pass@db.internal/shop' };

async function services(place: Place): Promise<Doctor['checks'][number] | undefined> {
  return jsonOf<Doctor>(await place.run('doctor --json', { env })).checks.find(({ name }) => name === 'services');
}

test('TRY-8 doctor shows the rows that let trials read what the server uses; init writes them in a comment where nobody can be asked', async (t) => {
  const place = placeWith(t);
  const closed = await services(place);
  assert.deepEqual(
    [closed?.ok, closed?.detail],
    [false, 'trials do not reach db.internal:5432, 127.0.0.1:6380, mail.internal:25'],
  );
  assert.equal(
    closed?.mend,
    `trial.services: [${rows}, {"target": "mail.internal:25", "to": "<host:port of a test instance>"}]`,
  );

  const made = jsonOf<{ services: unknown[] }>(await place.run('init --json', { env }));
  assert.deepEqual(made.services, []);
  const file = path.join(place.project, 'kintsugi.config.mjs');
  const text = readFileSync(file, 'utf8');
  assert.ok(text.includes(`  // trial: { services: [${rows}] },`), text.slice(0, 600));
  assert.ok(!text.includes('hunter2pass') && !text.includes(':pw@'));
  assert.equal((await services(place))?.ok, false, 'a comment is no consent');

  writeFileSync(file, text.replace('  // trial: {', '  trial: {'));
  assert.equal((await services(place))?.detail, 'trials do not reach mail.internal:25');
});

test('CFG-2 TRY-8 a row of trial.services that leads nowhere is refused by name', async (t) => {
  const place = placeOf(t);
  for (const row of [
    { target: 'db:5432', to: 'readonly' },
    { target: 'db:5432', to: 'readonly:mongodb' },
    { target: 'db:5432', to: 'postgres://db:5432' },
    { target: 'db', to: 'db:5432' },
  ]) {
    writeFileSync(path.join(place.project, 'kintsugi.config.json'), JSON.stringify({ trial: { services: [row] } }));
    const { stdout } = await place.run('doctor --json');
    assert.match(
      stdout,
      /trial\.services cannot be .*target: host:port; to: host:port or readonly:postgres/,
      JSON.stringify(row),
    );
  }
});
