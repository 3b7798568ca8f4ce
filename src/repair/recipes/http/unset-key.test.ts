import { check } from '../cases.test-helper.ts';
import { unsetKey } from './unset-key.ts';

/** A handler that reads what a middleware of another file left, a line after it asked for that. */
const left = (set: string, routes: string) => ({
  class: 'type' as const,
  message: "Cannot read properties of undefined (reading 'id')",
  named: { property: 'id', nullish: 'undefined' as const },
  files: {
    'identify.ts': `export const identify = async (c: Context, next: Next) => {\n${set}  await next();\n};\n`,
    'routes.ts': `routes.get('/', (c) => {\n  const guest = c.get('guest')!;\n  return c.json(bookings.of(guest.id));\n});\n${routes}`,
  },
  at: [['routes.ts', 'guest.‸id']] as const,
});
const more = "routes.post('/', (c) => c.json(bookings.make(c.get('guest')!.id)));\n";
const started = "  c.set('startedAt', now());\n";

check(unsetKey, [
  {
    name: 'what a line before asked for is set by the name that all ask for',
    ...left(`${started}  c.set('user', find());\n`, `${more}routes.use((c) => log(c.get('startedAt')));\n`),
    first: { 'identify.ts': /c\.set\('guest', find\(\)\);/ },
  },
  {
    name: 'what is asked for by its own name is another thing, though nothing else is set',
    ...left(started, `${more}routes.use((c) => log(c.get('startedAt')));\n`),
    first: null,
  },
]);
