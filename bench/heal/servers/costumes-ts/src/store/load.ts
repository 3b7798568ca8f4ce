import { readFileSync } from 'node:fs';
import { Table } from './store.ts';
import type { Costume, Loan, Member, Settings, Store } from './store.ts';

function read<T>(name: string): T {
  const file = new URL(`../../data/${name}.json`, import.meta.url);
  return JSON.parse(readFileSync(file, 'utf8')) as T;
}

export function loadStore(): Store {
  return {
    costumes: new Table(read<Costume[]>('costumes')),
    members: new Table(read<Member[]>('members')),
    loans: new Table(read<Loan[]>('loans')),
    settings: read<Settings>('settings'),
  };
}
