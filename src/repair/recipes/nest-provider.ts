/** NestJS cannot resolve a dependency: the class is in the project and its module does not provide it. */
import type { Idea } from '../../incident/nouns.ts';
import { exportsOf, importsOf } from '../bindings.ts';
import { importText, specifierFor } from '../insert.ts';
import { idea } from '../recipe.ts';
import type { Recipe } from '../recipe.ts';
import { all, allSources, chainOf, keyName } from '../syntax.ts';
import type { Of, Source } from '../syntax.ts';
import { eolOf, splice } from '../text.ts';

export const nestProvider: Recipe = {
  name: 'nest-provider',
  classes: ['unknown', 'config', 'type', 'reference'],
  kind: 'cause',
  needs: 'replayed',
  risk: 'safe',
  summary: 'NestJS: a provider that its module does not list.',
  ideas({ diagnosis, signal, tree }) {
    const text = `${diagnosis.message}\n${signal.error?.message ?? ''}\n${signal.stderr.slice(-16_384)}`;
    const match =
      /resolve dependencies of (?:the )?(\w+) \(([^)]*)\)[\s\S]{0,80}?argument "?'?(?:dependency )?(\w+)"?'? at index \[\d+\] is available in the (\w+)/.exec(
        text,
      );
    const [, , , wanted, module] = match ?? [];
    if (wanted === undefined || module === undefined) return [];
    const sources = allSources(tree);
    const owner = sources.find(
      (source) =>
        exportsOf(tree, source).names.has(wanted) &&
        all(source.program, 'ClassDeclaration').some((each) => each.id?.name === wanted),
    );
    if (owner === undefined) return [];
    return sources.flatMap((source): Idea[] => {
      const target = all(source.program, 'ClassDeclaration').find((each) => each.id?.name === module);
      const options = target === undefined ? null : moduleOptions(target);
      if (options === null) return [];
      const has = importsOf(source).some((each) => each.local === wanted) || owner === source;
      const line = `${importText(source, true, { local: wanted, imported: wanted, specifier: specifierFor(tree, source, owner.path) })}${eolOf(source.text)}`;
      const at = importEnd(source);
      const splices = [...(has ? [] : [{ start: at, end: at, text: line }]), provided(options, wanted)];
      return [
        idea('nest-provider', {
          title: `${module} provides ${wanted}`,
          rank: 0,
          edits: [{ path: source.path, before: source.text, after: splice(source.text, ...splices) }],
        }),
      ];
    });
  },
};

function moduleOptions(target: Of<'ClassDeclaration'>): Of<'ObjectExpression'> | null {
  for (const each of target.decorators ?? []) {
    const call = each.expression;
    if (call.type !== 'CallExpression' || chainOf(call.callee) !== 'Module') continue;
    const [options] = call.arguments;
    if (options?.type === 'ObjectExpression') return options;
  }
  return null;
}

function provided(options: Of<'ObjectExpression'>, name: string): { start: number; end: number; text: string } {
  const list = options.properties.find((each) => each.type === 'Property' && keyName(each.key) === 'providers');
  if (list?.type === 'Property' && list.value.type === 'ArrayExpression') {
    const last = list.value.elements.at(-1);
    const at = last?.end ?? list.value.start + 1;
    return { start: at, end: at, text: last ? `, ${name}` : name };
  }
  const at = options.start + 1;
  return { start: at, end: at, text: ` providers: [${name}],` };
}

function importEnd(source: Source): number {
  const last =
    importsOf(source)
      .filter((each) => each.style === 'import')
      .at(-1)?.statement.end ?? 0;
  const newline = source.text.indexOf('\n', last);
  return newline < 0 ? source.text.length : newline + 1;
}
