import { RpcError } from '../lib/rpc.js';
import { store } from '../lib/store.js';
import { sortBy } from '../lib/collections.js';

const dayMs = 86_400_000;

export function list({ group } = {}) {
  const people = group === undefined ? [...store.people()] : store.inGroup(group);
  return sortBy(people, ({ name }) => name).map(({ address, name }) => ({ address, name }));
}

export function find({ address }) {
  if (typeof address !== 'string') throw new RpcError(-32602, 'address is missing');
  const person = store.person(address);
  if (!person) throw new RpcError(404, `nobody at ${address}`);
  const { name, groups, since } = person;
  return { name, groups: groups.join(', ') || 'none', since };
}

export function anniversaries({ on }) {
  const day = new Date(`${on}T00:00:00Z`);
  return [...store.people()].map(({ name, since }) => {
    const days = Math.round((day - new Date(`${since}T00:00:00Z`)) / dayMs);
    return { name, days };
  });
}

export function initials() {
  return [...store.people()].map(({ name }) => name.normalize('NFD').charAt(0)).join('');
}
