/** One ceiling over two processes that look at the account in the same instant. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { Ledger, type Budget } from '../../src/models/ledger.ts';
import { reportUsage } from '../../src/models/report.ts';
import { root } from '../syntax.ts';

test('POL-7 of two processes that find room under a ceiling in the same instant only the first to reserve gets the call', (t) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'kintsugi-ceiling-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const file = path.join(folder, 'usage.jsonl');
  const child = path.join(root, 'test', 'fixtures', 'ledger-child.mjs');
  const others: string[] = [];
  // Read after the account was looked at and before the reservation is written: there the other process reserves.
  const budget: Budget = {
    ...{ tokensPerHeal: 1e9, usdPerDay: 1e9, usdPerRun: 1e9, healMs: 60_000 },
    get usdPerHeal() {
      if (others.length === 0)
        others.push(execFileSync(process.execPath, [child, file], { cwd: root, encoding: 'utf8' }));
      return 1.5;
    },
  };
  const ledger = new Ledger({ file, run: 'one', budget, now: Date.now, warn: () => undefined });
  t.after(() => ledger.close());
  const purpose = { incident: 1, rung: 'fast', tool: null, role: 'coding', model: 'm' } as const;
  const made = ledger.reserve({ ...purpose, tokens: 1, costUsd: 1 });
  assert.deepEqual(others, ['reserved\n']);
  assert.match(String(made), /budget\.usdPerHeal is reached: \$1\.00 of \$1\.50 of this heal/);
  const report = reportUsage(readFileSync(file, 'utf8'));
  assert.deepEqual(
    [report.calls, report.unsettled.calls, report.costUsd],
    [1, 1, 1],
    'what was withdrawn costs nothing',
  );
  assert.equal(typeof ledger.reserve({ ...purpose, tokens: 1, costUsd: 0.4 }), 'object', 'and holds no room');
});
