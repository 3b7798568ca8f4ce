/** NestJS: a key of a provider or of a module that is misspelt, so that the provider gives nothing and the module is refused. */
import type { Idea, SourceTree } from '../../../incident/nouns.ts';
import { importsOf } from '../../code/bindings.ts';
import { didYouMean } from '../../code/names.ts';
import { all, allSources, chainOf, keyName } from '../../code/syntax.ts';
import type { Node, Of, Source } from '../../code/syntax.ts';
import { ideaOf } from '../../recipe.ts';

const ways = ['useClass', 'useValue', 'useFactory', 'useExisting'];
const lists = ['imports', 'controllers', 'providers', 'exports'];

interface Misspelt {
  readonly source: Source;
  readonly key: Node;
  readonly meant: string;
}

/** `{ provide: CLOCK, useFactry: … }`, of which Nest says only that something is undefined, and `@Module({ provider: [] })`, which it names. */
export function misspeltKeys(tree: SourceTree, recipe: string, text: string): Idea[] {
  const refused = /Invalid property '(\w+)' passed into the @Module\(\) decorator/.exec(text)?.[1];
  const isOfProvider = /\(reading 'metatype'\)|Nest can't resolve dependencies/.test(text);
  const found = allSources(tree).flatMap((source) => {
    if (!importsOf(source).some(({ specifier }) => specifier.startsWith('@nestjs/'))) return [];
    const objects = all(source.program, 'ObjectExpression');
    if (refused !== undefined)
      return objects.filter(isOfModule).flatMap((each) => near(source, each, { known: lists, only: refused }));
    return isOfProvider ? objects.filter(givesNothing).flatMap((each) => near(source, each, { known: ways })) : [];
  });
  const [first] = found;
  if (first === undefined) return [];
  const changes = found.map(({ source, key, meant }) => ({
    source,
    splices: [{ start: key.start, end: key.end, text: meant }],
  }));
  return [ideaOf(recipe, { title: `\`${keyName(first.key)}\` should be \`${first.meant}\``, rank: 0 }, changes)];
}

function keysOf({ properties }: Of<'ObjectExpression'>): Node[] {
  return properties.flatMap((each) =>
    each.type === 'Property' && !each.computed && !each.shorthand ? [each.key] : [],
  );
}

function isOfModule({ parent }: Of<'ObjectExpression'>): boolean {
  return (
    parent?.type === 'CallExpression' && chainOf(parent.callee) === 'Module' && parent.parent?.type === 'Decorator'
  );
}

/** A token, and nothing that is given for it. */
function givesNothing(node: Of<'ObjectExpression'>): boolean {
  const names = node.properties.flatMap((each) => (each.type === 'Property' ? (keyName(each.key) ?? []) : ['...']));
  return names.includes('provide') && !names.some((each) => each === '...' || ways.includes(each));
}

function near(
  source: Source,
  node: Of<'ObjectExpression'>,
  { known, only }: { readonly known: readonly string[]; readonly only?: string },
): Misspelt[] {
  const keys = keysOf(node);
  const free = known.filter((each) => !keys.some((key) => keyName(key) === each));
  return keys.flatMap((key) => {
    const written = keyName(key) ?? '';
    const meant = written === 'provide' || (only ?? written) !== written ? null : didYouMean(written, free);
    return meant === null ? [] : [{ source, key, meant }];
  });
}
