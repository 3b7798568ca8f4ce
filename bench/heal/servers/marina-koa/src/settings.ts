type Kind = 'text' | 'number' | 'url';

const declared = {
  port: { env: 'PORT', kind: 'number', default: '8080' },
  name: { env: 'MARINA_NAME', kind: 'text', default: 'Porthollow Marina' },
  tideUrl: { env: 'TIDE_URL', kind: 'url', default: 'http://localhost:9' },
  tideToken: { env: 'TIDE_TOKEN', kind: 'text', default: '' },
} as const satisfies Record<string, { env: string; kind: Kind; default: string }>;

const readers: Record<Kind, (raw: string, name: string) => unknown> = {
  text: (raw) => raw,
  number: (raw, name) => {
    const value = Number(raw);
    if (!Number.isFinite(value)) throw new TypeError(`${name} must be a number, got "${raw}"`);
    return value;
  },
  url: (raw) => new URL(raw).href.replace(/\/$/, ''),
};

function read(key: keyof typeof declared): unknown {
  const { env, kind, default: fallback } = declared[key];
  return readers[kind](process.env[env] ?? fallback, env);
}

export const settings = Object.freeze({
  port: read('port') as number,
  name: read('name') as string,
  tide: { url: read('tideUrl') as string, token: read('tideToken') as string },
});
