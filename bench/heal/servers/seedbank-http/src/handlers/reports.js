import { Cache } from '../core/cache.js';
import { config } from '../core/config.js';
import { journal } from '../domain/journal.js';
import { summarise } from '../domain/summary.js';

const cache = new Cache(config.cacheMs);

const families = ({ bank }) => cache.through('families', () => summarise(bank.select()));

const journalByKind = () => {
  const groups = journal.byKind();
  return Object.fromEntries(Object.entries(groups).map(([kind, entries]) => [kind, entries.length]));
};

export default [
  { method: 'GET', pattern: '/reports/families', handle: families },
  { method: 'GET', pattern: '/reports/journal', handle: journalByKind },
];
