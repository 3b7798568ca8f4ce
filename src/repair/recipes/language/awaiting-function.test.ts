/** `await` where nobody can wait: loops, lists and callers. */
import { check } from '../cases.test-helper.ts';
import type { Case } from '../cases.test-helper.ts';
import { language } from './language.ts';

const where = (before: string, after: string | RegExp | null, ask: RegExp | null = null): Omit<Case, 'name'> => ({
  class: 'syntax' as const,
  message: 'await is only valid in async functions and the top level bodies of modules',
  files: { 'a.mjs': before },
  at: [['a.mjs', /await (?:load|db)/.exec(before)?.[0].replace('await', '‸await') ?? '']],
  first: after === null ? null : { 'a.mjs': after },
  ask,
});

const filled = (loop: string) => `export async function all(ids) {\n  const found = [];\n${loop}  return found;\n}\n`;

check(language, [
  {
    name: 'a callback of forEach that fills a list which is read behind it',
    ...where(
      filled(
        '  ids.forEach((id) => {\n    const one = await load(id);\n    if (one === null) return;\n    found.push(one);\n  });\n',
      ),
      filled(
        '  for (const id of ids) {\n    const one = await load(id);\n    if (one === null) continue;\n    found.push(one);\n  }\n',
      ),
    ),
  },
  {
    name: 'one that is told the index, and whose text is one expression',
    ...where(
      filled('  ids.forEach((id, at) => (found[at] = await load(id)));\n'),
      /for \(const \[at, id\] of ids\.entries\(\)\) \(?found\[at\] = await load\(id\)\)?;/,
    ),
  },
  {
    name: 'one whose function is not async either: its callers wait',
    ...where(
      "function warm(ids) {\n  ids.forEach((id) => {\n    await load(id);\n  });\n}\nwarm(['a']);\n",
      "async function warm(ids) {\n  for (const id of ids) {\n    await load(id);\n  }\n}\nawait warm(['a']);\n",
    ),
  },
  {
    name: 'of a Map, whose loop gives pairs',
    ...where(
      `const ids = new Map();\n${filled('  ids.forEach((id) => {\n    found.push(await load(id));\n  });\n')}`,
      null,
    ),
  },
  {
    name: 'with a way out of a loop of its own',
    ...where(
      filled(
        '  ids.forEach((id) => {\n    for (const one of await load(id)) {\n      if (one.last) return;\n    }\n  });\n',
      ),
      null,
    ),
  },
  {
    name: 'a callback of map whose list is sorted',
    ...where(
      'export async function all(ids) {\n  return ids.map((id) => await load(id)).sort();\n}\n',
      'export async function all(ids) {\n  return (await Promise.all(ids.map(async (id) => await load(id)))).sort();\n}\n',
    ),
  },
  {
    name: 'a callback of map that is waited for',
    ...where(
      'export async function all(ids) {\n  return Promise.all(ids.map((id) => await load(id)));\n}\n',
      'export async function all(ids) {\n  return Promise.all(ids.map(async (id) => await load(id)));\n}\n',
    ),
  },
  {
    name: 'a callback of filter: a promise is true',
    ...where('export async function open(ids) {\n  return ids.filter((id) => await load(id));\n}\n', null),
  },
  {
    name: 'a function whose callers take its value at once: those that can wait, wait',
    ...where(
      'const one = (id) => {\n  return await load(id);\n};\nexport async function name(id) {\n  return one(id).name;\n}\n',
      'const one = async (id) => {\n  return await load(id);\n};\nexport async function name(id) {\n  return (await one(id)).name;\n}\n',
    ),
  },
  {
    name: 'one whose callers wait',
    ...where(
      'const one = (id) => {\n  return await load(id);\n};\nexport async function name(id) {\n  return (await one(id)).name;\n}\n',
      /^const one = async \(id\)/,
    ),
  },
  {
    name: 'one that a constructor calls for its value, and that cannot wait',
    ...where(
      'const one = (id) => {\n  return await load(id);\n};\nexport class A {\n  constructor(id) {\n    this.name = one(id).name;\n  }\n}\n',
      /^const one = async \(id\)/,
      /who calls `one` takes its value without waiting/,
    ),
  },
]);
