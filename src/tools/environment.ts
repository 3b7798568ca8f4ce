/** Tools about the environment: names and where they are used, never values. */
import type { ToolContext } from './context.ts';
import { declare, longText, word, words } from './tool.ts';

const name = /^[A-Za-z_]\w{0,99}$/;
const used = /\bprocess\.env(?:\.([A-Za-z_]\w*)|\[\s*['"]([A-Za-z_]\w*)['"]\s*\])/g;
const taken = /\{([^{}]{1,500})\}\s*=\s*process\.env\b/g;
const placesMax = 3;

export const checkEnv = declare({
  name: 'check_env',
  description: 'Whether environment variables are set for the server. Values are never shown.',
  input: { names: words('names, such as DATABASE_URL') },
  touches: ['reads'],
  run: ({ names }, { envKeys }) =>
    names.map((each) => `${each}: ${envKeys.includes(each) ? 'set' : `not set${near(each, envKeys)}`}`).join('\n') ||
    'no name was given',
});

export const inspectEnv = declare({
  name: 'inspect_env',
  description: 'Every environment variable that the code reads: whether it is set, and where it is read. Names only.',
  input: {},
  touches: ['reads'],
  run: (_input, context) => {
    const uses = usesIn(context);
    const lines = [...uses]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, places]) => `${key}: ${context.envKeys.includes(key) ? 'set' : 'NOT SET'} (${places.join(', ')})`);
    return lines.join('\n') || 'no source reads process.env';
  },
});

export const addEnvVar = declare({
  name: 'add_env_var',
  description: 'Ask the owner to set an environment variable. Nothing is written: only a person sets one.',
  input: { name: word('its name'), why: longText('what it is for, and what its value looks like; no value') },
  touches: ['proposes'],
  run: ({ name: key, why }, { wishes }) => {
    if (!name.test(key)) return `${JSON.stringify(key)} is no name of a variable`;
    wishes.push({ what: `set the environment variable ${key}`, why: why.slice(0, 300) });
    return `Noted: a person is asked to set ${key}. It is not set now, so go on without it or finish by done.`;
  },
});

function usesIn({ draft }: ToolContext): Map<string, string[]> {
  const uses = new Map<string, string[]>();
  for (const file of draft.tree.files.filter((each) => /\.[cm]?[jt]sx?$/.test(each))) {
    const text = draft.tree.read(file) ?? '';
    if (!text.includes('process.env')) continue;
    const note = (key: string, at: number): void => {
      const places = uses.get(key) ?? [];
      if (places.length < placesMax) places.push(`${file}:${text.slice(0, at).split('\n').length}`);
      uses.set(key, places);
    };
    for (const match of text.matchAll(used)) note(match[1] ?? match[2] ?? '', match.index);
    for (const match of text.matchAll(taken))
      for (const [key] of (match[1] ?? '').matchAll(/(?<=^|,)\s*[A-Za-z_]\w*/g)) note(key.trim(), match.index);
  }
  return uses;
}

/** A set name that differs only in case or by a word more. */
function near(key: string, keys: readonly string[]): string {
  const plain = (text: string): string => text.replaceAll('_', '').toLowerCase();
  const found =
    keys.find((each) => plain(each) === plain(key)) ??
    keys.find((each) => key.length > 3 && (each.endsWith(key) || key.endsWith(`_${each}`)));
  return found === undefined ? '' : `; ${found} is set`;
}
