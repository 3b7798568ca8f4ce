/** Whole heals of faults as people make them: mended rightly, or left to a person with nothing changed; never something in between. */
import assert from 'node:assert/strict';
import { readFileSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { full, root } from '../project.ts';
import { faults } from './fault-cases.ts';
import type { Fault } from './fault-cases.ts';
import { placeOf } from './place.ts';

interface Heal {
  readonly outcome: string;
  readonly message: string | null;
  readonly tokens: number;
  readonly repair: { readonly diff: string } | null;
}

const chosen = full ? faults : faults.filter((fault) => fault.always === true);

function filesOf(fault: Fault): Record<string, string> {
  const described = {
    name: 'app',
    private: true,
    ...(fault.esm === true ? { type: 'module' } : {}),
    dependencies: fault.dependencies ?? {},
  };
  return { 'package.json': JSON.stringify(described), ...fault.files };
}

test('REP-2 REP-8 TRY-7 faults of whole servers', { concurrency: 2 }, async (t) => {
  const heals = chosen.map((fault) =>
    t.test(`${fault.kind}: ${fault.name}`, async (each) => {
      const files = filesOf(fault);
      const { run, project } = placeOf(each, files);
      const needs = fault.dependencies !== undefined || fault.entry?.endsWith('.ts') === true;
      if (needs) symlinkSync(path.join(root, 'node_modules'), path.join(project, 'node_modules'));
      const requests = (fault.requests ?? []).flatMap((request) => ['--request', request]);
      const words = ['heal', fault.entry ?? 'server.js', ...requests, '--json', '--apply'];
      const result = await run(words, { env: { ...fault.env } });
      const healed = JSON.parse(result.stdout) as Heal;
      const now = (file: string): string => readFileSync(path.join(project, file), 'utf8');
      const said = `${healed.outcome}: ${healed.message}\n${healed.repair?.diff ?? ''}\n${result.stderr}`;
      assert.equal(healed.tokens, 0);
      if (fault.right === null) {
        assert.notEqual(healed.outcome, 'healed', said);
        for (const [file, text] of Object.entries(files)) assert.equal(now(file), text, `${file} is as it was`);
        return;
      }
      assert.equal(healed.outcome, 'healed', said);
      const [file, part] = fault.right;
      assert.ok(now(file).includes(part), `${file} holds ${part}\n${said}`);
    }),
  );
  await Promise.all(heals);
});
