import { randomUUID } from 'node:crypto';

const sessions = new Map();
const ttlMs = 60_000;

export function open(user) {
  const token = randomUUID();
  sessions.set(token, { user, favourites: [], expiresAt: Date.now() + ttlMs });
  return token;
}

export function find(token) {
  const session = sessions.get(token);
  if (!session || session.expiresAt < Date.now()) return null;
  return session;
}

export function count() {
  return sessions.size;
}

function sweep() {
  for (const [token, session] of sessions) {
    if (session.expiresAt < Date.now()) sessions.delete(token);
  }
}

export function startCleanup() {
  setInterval(sweep, 200).unref();
}
