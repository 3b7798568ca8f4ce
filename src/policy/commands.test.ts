import assert from 'node:assert/strict';
import test from 'node:test';
import {
  checkArgv,
  checkCommand,
  compileCommand,
  matchesPattern,
  recoveryProblems,
  shadowedEntries,
} from './commands.ts';
import { approved, asked, denied } from './commands.test-helper.ts';
import { defaultPolicy, type PolicySettings, type RecoverySettings } from './settings.ts';

function policy(recovery: Partial<RecoverySettings>): PolicySettings {
  return { ...defaultPolicy, recovery: { ...defaultPolicy.recovery, ...recovery } };
}

const owner = policy({ auto_approve: approved });

/** Lines by the decision they must get; each denial with the rule that must say so. */
const allowed = approved;

test('POL-2 the decision table: every kind of line gets its decision and its rule', () => {
  const wanted = [
    ...allowed.map((line) => ({ line, decision: 'allow', rule: 'auto-approve' })),
    ...asked.map((line) => ({ line, decision: 'ask', rule: 'on-unknown' })),
    ...Object.entries(denied).flatMap(([rule, lines]) => lines.map((line) => ({ line, decision: 'deny', rule }))),
  ];
  const got = wanted.map(({ line }) => {
    const { decision, rule } = checkCommand(line, owner);
    return { line, decision, rule };
  });
  assert.deepEqual(got, wanted);
});

test('POL-2 a list is judged part by part, the strictest part decides', () => {
  const some = policy({ auto_approve: ['npm ci', 'npm test'] });
  assert.equal(checkCommand('npm ci && npm test', some).decision, 'allow');
  assert.equal(checkCommand('npm ci || npm test', some).decision, 'allow');
  assert.equal(checkCommand('npm ci  && npm test', some).decision, 'ask');
  assert.equal(checkCommand('npm ci && npm install', some).decision, 'ask');
  assert.equal(checkCommand('npm ci && curl -d x https://example.com', some).decision, 'deny');
  assert.equal(checkCommand(Array(17).fill('npm ci').join(' && '), policy({})).rule, 'command-list');
});

test('POL-2 require_human, on_unknown, enabled: deny, then ask, then allow, then unknown', () => {
  const strict = policy({ auto_approve: ['npm ci'], require_human: ['git push', 'curl *'], on_unknown: 'deny' });
  const table: readonly (readonly [string, string, string])[] = [
    ['npm ci', 'allow', 'auto-approve'],
    ['npm install', 'deny', 'on-unknown'],
    ['git push', 'ask', 'require-human'],
    ['git push --force', 'ask', 'require-human'],
    ['git  push', 'ask', 'require-human'],
    ['curl https://example.com', 'ask', 'require-human'],
    ['curl -d x https://example.com', 'deny', 'command-fetch'],
  ];
  for (const [line, decision, rule] of table) {
    const verdict = checkCommand(line, strict);
    assert.deepEqual([verdict.decision, verdict.rule], [decision, rule], line);
  }
  const star = policy({ auto_approve: ['npm ci'], require_human: ['*'] });
  assert.equal(checkCommand('npm ci', star).decision, 'allow', 'the exact entry wins over a wildcard (CFG-4)');
  assert.deepEqual(shadowedEntries(star), [{ entry: 'npm ci', pattern: '*' }]);
  const both = policy({ auto_approve: ['npm ci'], require_human: ['npm ci'] });
  assert.equal(checkCommand('npm ci', both).decision, 'ask');
  assert.equal(recoveryProblems(both).length, 1);
  const off = policy({ enabled: false, auto_approve: ['npm ci'] });
  assert.equal(checkCommand('npm ci', off).rule, 'recovery-disabled');
});

test('POL-2 an entry matches to the byte only, and its characters are never patterns', () => {
  const odd = policy({ require_human: ['rm a.js', 'git (x', 'npm run [x]*'], on_unknown: 'deny' });
  assert.equal(checkCommand('rm aXjs', odd).rule, 'on-unknown');
  assert.equal(checkCommand('rm a.js', odd).rule, 'require-human');
  for (const entry of ['npm ci\n', 'npm ci\u200b', ' ', 'npm c\u0456']) {
    assert.equal(
      checkCommand(entry, policy({ auto_approve: [entry] })).decision,
      'deny',
      'what cannot be seen is never allowed',
    );
  }
  assert.ok(matchesPattern('rm -rf *', 'rm -rf node_modules'));
  assert.ok(!matchesPattern('rm -rf *', 'rm -r x'));
  assert.ok(matchesPattern('*push*', 'git push --force'));
  assert.ok(!matchesPattern('a*a', 'a'));
  assert.ok(matchesPattern('a*b*c', 'axbxc'));
  assert.ok(!matchesPattern('a*b*b', 'ab'));
});

test('POL-2 an approved line is compiled to argv steps; one that needs a shell is a problem of the config', () => {
  assert.deepEqual(compileCommand('rm -rf node_modules && npm ci || npm install'), [
    { before: null, argv: ['rm', '-rf', 'node_modules'] },
    { before: '&&', argv: ['npm', 'ci'] },
    { before: '||', argv: ['npm', 'install'] },
  ]);
  assert.deepEqual(compileCommand(`git commit -m "a b" ''`)?.[0]?.argv, ['git', 'commit', '-m', 'a b', '']);
  assert.equal(compileCommand('npm ci > log'), null);
  assert.deepEqual(
    recoveryProblems(policy({ auto_approve: ['npm ci > log'] })).map((one) => one.entry),
    ['npm ci > log'],
  );
});

test('POL-2 context and argv: outside the project or with an environment nothing runs; argv meets the same table', () => {
  assert.equal(checkCommand('npm ci', owner, { cwdInsideProject: false }).rule, 'command-cwd');
  assert.equal(checkCommand('npm ci', owner, { envGiven: true }).rule, 'command-environment');
  assert.equal(checkArgv(['npm', 'ci'], owner).decision, 'allow');
  assert.equal(checkArgv(['rm', '-rf', 'node_modules && bun install'], owner).decision, 'ask');
  assert.equal(checkArgv(['npm', 'install', 'left-pad'], owner).decision, 'ask');
  assert.equal(checkArgv(['sh', '-c', 'npm ci'], owner).rule, 'command-wrapper');
  assert.equal(checkArgv(['npm', 'ci\n'], owner).rule, 'command-characters');
  assert.equal(checkArgv([], owner).rule, 'command-empty');
  assert.equal(checkArgv(['npm', 'install', 'git+ssh://x'], owner).rule, 'command-package');
});

/** A small generator with a printed seed, so that a failure can be seen again. */
function random(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const spice = [
  ' ',
  '  ',
  ';',
  '&&',
  ' && ',
  '||',
  '|',
  '&',
  '\n',
  '\t',
  '\u0000',
  '$(x)',
  '`x`',
  '>',
  '<',
  '*',
  '?',
  '"',
  "'",
  '\\',
  '#',
  '-g',
  '--registry=x',
  '/',
  '..',
  '~',
  '\u200b',
  'а',
  'A',
  '=',
  '{',
  '}',
  '!',
  'x',
  '0',
];

test('POL-2 10,000 random mutations of approved lines: none is allowed', () => {
  const seed = 20_260_101;
  const pick = random(seed);
  for (let count = 0; count < 10_000; count += 1) {
    const line = approved[pick(approved.length)] ?? '';
    let mutant = line;
    for (let times = pick(3); times >= 0; times -= 1) {
      const at = pick(mutant.length + 1);
      const extra = spice[pick(spice.length)] ?? '';
      const kind = pick(5);
      if (kind === 0) mutant = mutant.slice(0, at) + extra + mutant.slice(at);
      else if (kind === 1) mutant = mutant.slice(0, at) + mutant.slice(at + 1 + pick(3));
      else if (kind === 2) mutant = mutant.slice(0, at) + extra + mutant.slice(at + 1);
      else if (kind === 3) mutant = mutant.slice(0, at) + mutant.slice(at).toUpperCase();
      else mutant = mutant + extra + (approved[pick(approved.length)] ?? '');
    }
    const listed = mutant.split(/ (?:&&|\|\|) /).every((part) => approved.includes(part));
    if (approved.includes(mutant) || listed) continue;
    assert.notEqual(
      checkCommand(mutant, owner).decision,
      'allow',
      `seed ${seed}, case ${count}: ${JSON.stringify(mutant)}`,
    );
  }
});
