/** NestJS cannot resolve a dependency: the class is in the project, and its module neither provides it nor imports one that does. */
import type { Edit, Idea } from '../../../incident/nouns.ts';
import { exportsOf, importsOf } from '../../code/bindings.ts';
import { edited, editsOf, imported, listed, lists, modulesOf, needs } from '../../evidence/nest-modules.ts';
import type { NestModule } from '../../evidence/nest-modules.ts';
import { idea } from '../../recipe.ts';
import type { Recipe } from '../../recipe.ts';
import { all, allSources } from '../../code/syntax.ts';
import { eolOf, splice } from '../../code/text.ts';
import { tokenProvisions } from './nest-token.ts';

export const nestProvider: Recipe = {
  name: 'nest-provider',
  classes: ['unknown', 'config', 'type', 'reference'],
  kind: 'cause',
  needs: 'replayed',
  risk: 'safe',
  summary: 'NestJS: a provider, an export or an import that its module does not list.',
  ideas({ diagnosis, signal, tree }) {
    const text = `${diagnosis.message}\n${signal.error?.message ?? ''}\n${signal.stderr.slice(-16_384)}`;
    const match =
      /resolve dependencies of (?:the )?(\w+) \([\s\S]{0,400}?argument "?'?(?:dependency )?(\w+(?:\([\w$.-]*\))?)"?'? at index \[\d+\] is available in the (\w+)/.exec(
        text,
      );
    const [, , wanted, module] = match ?? [];
    if (wanted === undefined || module === undefined) return [];
    const sources = allSources(tree);
    const modules = sources.flatMap((source) => modulesOf(source));
    const byToken = tokenProvisions(tree, { modules, token: wanted, module });
    if (byToken !== null) return byToken;
    const here = modules.find((each) => each.name === module);
    const owner = sources.find(
      (source) =>
        exportsOf(tree, source).names.has(wanted) &&
        all(source.program, 'ClassDeclaration').some((each) => each.id?.name === wanted),
    );
    if (here === undefined || owner === undefined) return [];
    const providers = modules.filter((each) => each !== here && lists(each, 'providers', wanted));
    // A second instance beside the one there is would share none of its state: only what nobody provides is provided.
    if (providers.length === 0)
      return [
        idea('nest-provider', {
          title: `${module} provides ${wanted}`,
          rank: 0,
          edits: [edited(here, [listed(here, 'providers', wanted), ...imported(tree, here, { name: wanted, owner })])],
        }),
      ];
    return providers.map((from): Idea => {
      const others = modules.filter((each) => each !== from && !lists(each, 'imports', from.name));
      const isMeantForAll = others.filter((each) => needs(tree, each, wanted)).length > 1;
      const isTakenIn = modules.some((each) => lists(each, 'imports', from.name));
      if (isMeantForAll && isTakenIn && lists(from, 'exports', wanted))
        return idea('nest-provider', { title: `${from.name} is for all modules`, rank: 0, edits: [globalOf(from)] });
      const exporting = lists(from, 'exports', wanted) ? [] : [listed(from, 'exports', wanted)];
      const importing = lists(here, 'imports', from.name)
        ? []
        : [listed(here, 'imports', from.name), ...imported(tree, here, { name: from.name, owner: from.source })];
      const titles = [
        ...(exporting.length > 0 ? [`${from.name} exports ${wanted}`] : []),
        ...(importing.length > 0 ? [`${module} imports ${from.name}`] : []),
      ];
      return idea('nest-provider', {
        title: titles.join(', '),
        rank: titles.length - 1,
        edits:
          from.source === here.source
            ? [edited(from, [...exporting, ...importing])]
            : editsOf([from, exporting], [here, importing]),
      });
    });
  },
};

function globalOf({ source, target }: NestModule): Edit {
  const [first] = target.decorators ?? [];
  const kit = importsOf(source).find(
    ({ specifier, imported: taken }) => specifier === '@nestjs/common' && taken === 'Module',
  );
  const known = importsOf(source).some(({ local }) => local === 'Global');
  const at = first?.start ?? target.start;
  const taken = known || kit === undefined ? [] : [{ start: kit.node.start, end: kit.node.start, text: 'Global, ' }];
  const after = splice(source.text, ...taken, { start: at, end: at, text: `@Global()${eolOf(source.text)}` });
  return { path: source.path, before: source.text, after };
}
