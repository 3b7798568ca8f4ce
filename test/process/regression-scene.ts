/** A server under load whose releases are compared (SEN-7), in spans of a second. */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { TestContext } from 'node:test';
import type { Course } from '../../src/triage/regression.ts';
import { listReleases } from '../../src/release/releases.ts';
import { placeOf, until, type Hammer, type Place, type Supervisor } from './running.ts';

const env = { KINTSUGI_SENSING_REGRESSION_SPAN_MS: '1000', KINTSUGI_DEPLOY_QUIET_MS: '500' };

/** Of the releases heard of, the latest last. */
export function courses(place: Place): Course[] {
  try {
    const { courses: all } = JSON.parse(readFileSync(place.paths.run('server.js').trafficJson, 'utf8'));
    return all.map(({ course }: { course: Course }) => course);
  } catch {
    return []; // not there yet
  }
}

export interface Scene {
  readonly place: Place;
  readonly supervisor: Supervisor;
  deploy(text: string): Promise<void>;
  /** What is told of the release that runs. */
  told(): Promise<{ readonly id: number; readonly text: string }>;
  /** Its load had an answer to everything. */
  end(): Promise<void>;
}

/** The first release runs under load, and is good. */
export async function scene(t: TestContext, text: string, loads: (place: Place) => Hammer[]): Promise<Scene> {
  const place = await placeOf(t, { 'server.js': text }, { env });
  const supervisor = await place.up();
  const running = loads(place);
  await until(() => listReleases(place.paths).some(({ goodAt }) => goodAt !== null), supervisor.stderr, 60_000);
  return {
    place,
    supervisor,
    deploy: async (next) => {
      writeFileSync(path.join(place.app, 'server.js'), next);
      const { code, stderr } = await place.does('reload');
      assert.equal(code, 0, stderr);
    },
    told: async () => {
      await until(() => place.incidents().some(({ action }) => action !== null), supervisor.stderr, 90_000);
      const [incident] = place.incidents();
      assert.equal(incident?.status, 'awaiting_human', supervisor.stderr());
      assert.equal(incident.repair?.kind, 'rollback');
      assert.equal(incident.action?.command, `kintsugi approve ${incident.id}`);
      return { id: incident.id, text: incident.message ?? '' };
    },
    end: async () => {
      const tallies = await Promise.all(running.map((load) => load.end()));
      for (const tally of tallies) assert.deepEqual(Object.keys(tally), ['200']);
    },
  };
}
