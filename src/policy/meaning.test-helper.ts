/** Changes of one small app, and what policy must read in them. */
import assert from 'node:assert/strict';
import { readMeanings } from './meaning.ts';

export interface Case {
  readonly name: string;
  readonly before: string | null;
  readonly after: string | null;
  readonly path?: string;
  /** The rules that must be among the findings; none at all where empty. */
  readonly rules?: readonly string[];
  readonly guardOnly?: boolean;
}

const app = `const express = require('express');
const helmet = require('helmet');
const { requireAuth, validateBody } = require('./auth');
const db = require('./data');
const app = express();
app.use(helmet());
app.use(express.json());
app.get('/users/:id', requireAuth, async (req, res) => {
  const user = await db.find(req.params.id);
  if (!req.user.isAdmin && user.owner !== req.user.id) return res.status(403).json({ error: 'no' });
  res.json({ name: user.profile.name });
});
app.post('/users', requireAuth, (req, res) => {
  validateBody(req.body);
  const limit = rateLimit(req.ip, 100);
  if (!limit) throw new Error('too many');
  res.cookie('s', '1', { httpOnly: true, secure: true });
  db.run('INSERT INTO users (name) VALUES (?)', [req.body.name]);
  res.status(201).end();
});
app.listen(process.env.PORT || 3000);
`;

export const edit = (from: string, to: string): { before: string; after: string } => {
  assert.ok(app.includes(from), from);
  return { before: app, after: app.replace(from, () => to) };
};

export function check(cases: readonly Case[], guardOnly: boolean | null): void {
  const got = cases.map(({ name, before, after, path = 'server.js', rules = [] }) => {
    const meaning = readMeanings([{ path, before, after }]);
    const found = meaning.findings.map((one) => one.rule);
    return {
      name,
      guardOnly: guardOnly === null ? null : meaning.guardOnly,
      rules:
        rules.length === 0
          ? meaning.findings.map((one) => `${one.rule}: ${one.detail}`)
          : rules.filter((rule) => found.includes(rule)),
    };
  });
  assert.deepEqual(
    got,
    cases.map(({ name, rules = [] }) => ({ name, guardOnly, rules })),
  );
}
