/** The names that a package gives out by its type declarations, for those whose code is put together as it is loaded. */
import path from 'node:path';
import type { SourceTree } from '../../incident/nouns.ts';
import { memoize } from '../../kit/memoize.ts';
import { escapeRegExp } from '../../kit/text.ts';

const filesMax = 400;
const known = memoize<SourceTree, Map<string, ReadonlySet<string>>>(() => new Map());

/** Values only: types and interfaces are none, where the declarations tell. Empty where the package brings no declarations. */
export function typedNames(tree: SourceTree, packageName: string): ReadonlySet<string> {
  const made = known(tree);
  const before = made.get(packageName);
  if (before !== undefined) return before;
  const folder = `node_modules/${packageName}`;
  const said = (tree.read(`${folder}/package.json`) ?? '').matchAll(/"(?:types|typings)"\s*:\s*"(?:\.\/)?([^"]+)"/g);
  // What stands first may be for old compilers and be gone (rxjs).
  const entry = [...said].map(([, file]) => file).find((file) => tree.exists(`${folder}/${file}`));
  const names = new Set<string>();
  const handedOn: { list: ReadonlySet<string>; from: string | undefined }[] = [];
  const open = [`${folder}/${entry ?? 'index.d.ts'}`];
  const seen = new Set(open);
  for (let at = 0; at < open.length && at < filesMax; at++) {
    const file = open[at] ?? '';
    const text = tree.read(file) ?? '';
    for (const [, name = ''] of text.matchAll(
      /^export (?:declare )?(?:abstract )?(?:class|function|const|let|enum) ([\w$]+)/gm,
    ))
      names.add(name);
    for (const [, list = ''] of text.matchAll(/^export \{([^}]*)\} from /gm))
      for (const each of list.split(',').map((one) => one.trim()))
        if (each !== '' && !each.startsWith('type ')) names.add(each.replace(/^.*\sas\s+/, ''));
    for (const [, list = ''] of text.matchAll(/^export \{([^}]*)\}(?! from )/gm))
      for (const each of list.split(',').map((one) => one.trim()))
        if (isDeclaredValue(text, each.replace(/\s+as\s.*$/, ''))) names.add(each.replace(/^.*\sas\s+/, ''));
    for (const [, name = ''] of text.matchAll(/^import \* as ([\w$]+) from/gm))
      if (new RegExp(`^export \\{[^}]*\\b${name}\\b`, 'm').test(text)) names.add(name);
    for (const [, list = '', from = ''] of text.matchAll(/^export \{([^}]*)\} from ['"](\.[^'"]+)['"]/gm))
      handedOn.push({ list: new Set(list.split(',').map((one) => one.trim())), from: declarations(tree, file, from) });
    for (const [, from = ''] of text.matchAll(/^export \* from ['"](\.[^'"]+)['"]/gm)) {
      const next = declarations(tree, file, from);
      if (next !== undefined && !seen.has(next)) open.push(next);
      seen.add(next ?? '');
    }
  }
  for (const { list, from } of handedOn)
    for (const type of typesIn(tree, from, 0)) if (list.has(type)) names.delete(type);
  made.set(packageName, names);
  return names;
}

/** `declare function parse(…): Parser;` of `export { parse }`. */
function isDeclaredValue(text: string, name: string): boolean {
  return new RegExp(
    `^(?:declare )?(?:abstract )?(?:class|function|const|let|var|enum) ${escapeRegExp(name)}\\b`,
    'm',
  ).test(text);
}

function declarations(tree: SourceTree, file: string, from: string): string | undefined {
  const target = path.posix.join(path.posix.dirname(file), from.replace(/\.[cm]?[jt]s$/, ''));
  const names = [`${target}.d.ts`, `${target}.d.cts`, `${target}.d.mts`, `${target}/index.d.ts`];
  return names.find((each) => tree.read(each) !== null);
}

/** What a file and those that it hands on declare as types alone. */
function typesIn(tree: SourceTree, file: string | undefined, deep: number): string[] {
  const text = file === undefined || deep > 3 ? '' : (tree.read(file) ?? '');
  const own = [...text.matchAll(/^export (?:declare )?(?:interface|type) ([\w$]+)/gm)].map(([, name = '']) => name);
  const isValue = (name: string): boolean =>
    new RegExp(`^export (?:declare )?(?:abstract )?(?:class|function|const|let|enum) ${name}\\b`, 'm').test(text);
  const inner = [...text.matchAll(/^export \* from ['"](\.[^'"]+)['"]/gm)].flatMap(([, from = '']) =>
    typesIn(tree, declarations(tree, file ?? '', from), deep + 1),
  );
  return [...own.filter((name) => !isValue(name)), ...inner];
}
