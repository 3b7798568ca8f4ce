/** NestJS: a dependency asked for by a text that nothing provides, or not asked for at all where types are gone at run time. */
import type { Idea, SourceTree } from '../../../incident/nouns.ts';
import { declarationOf, exportsOf, exportsOfSpecifier, importsOf } from '../../code/bindings.ts';
import { importText, specifierFor } from '../../code/insert.ts';
import { declared } from '../../code/modules.ts';
import { rankedNames } from '../../code/names.ts';
import { ideaIn } from '../../recipe.ts';
import type { Recipe, RecipeContext } from '../../recipe.ts';
import { provisionsOf, tokensOf } from '../../evidence/nest-tokens.ts';
import { sitesOf } from '../../evidence/site.ts';
import { culprits } from '../../evidence/suspects.ts';
import { all, allSources, chainOf, stringValue, textOf } from '../../code/syntax.ts';
import type { Node, Of, Source } from '../../code/syntax.ts';
import type { Splice } from '../../code/text.ts';
import { eolOf } from '../../code/text.ts';
import { fileBehind, referencesTo } from '../modules/wrong-imports.ts';

export const nestInject: Recipe = {
  name: 'nest-inject',
  classes: ['unknown', 'config', 'type', 'reference'],
  kind: 'cause',
  needs: 'replayed',
  risk: 'safe',
  summary:
    'NestJS: `@Inject` of a text where the class or another token is provided, and a parameter without `@Inject` where its siblings have it.',
  ideas(context) {
    const { diagnosis, signal, tree } = context;
    const text = `${diagnosis.message}\n${signal.error?.message ?? ''}\n${signal.stderr.slice(-16_384)}`;
    const untold = [...text.matchAll(/at position #(\d+) of "(\w+)" constructor/g)].at(-1);
    if (untold !== undefined && /not known for "(?:Object|Function)"/.test(text))
      return typeOnly(context, untold[2] ?? '', Number(untold[1]));
    if (!declared(tree).has('@nestjs/common')) return [];
    const token = /resolve dependencies of (?:the )?(\w+) [\s\S]{0,400}?argument "?(\w+)"? at index \[(\d+)\]/.exec(
      text,
    );
    const nameless = /resolve dependencies of (?:the )?(\w+) [\s\S]{0,400}?argument at index \[(\d+)\]/.exec(text);
    if (nameless !== null) {
      const [, owner = '', index] = nameless;
      return (
        [namedWhole, typeOnly].map((ideas) => ideas(context, owner, Number(index))).find((each) => each.length > 0) ??
        []
      );
    }
    const [, owner = '', name = '', index] = token ?? [];
    if (/^(?:Function|Object)$/.test(name)) return typeOnly(context, owner, Number(index));
    if (token !== null) {
      // What is asked for is undefined: so Nest calls it by no name.
      const found =
        name === 'dependency' ? namedWhole(context, owner, Number(index)) : tokenIdeas(context, owner, name);
      return found.length > 0 ? found : bareIdeas(tree, owner, Number(index));
    }
    const read = fieldRead(context);
    return read === null ? [] : undecorated(context, read.source, read.name);
  },
};

/** `this.store`, of which something was read. */
export function fieldRead(context: RecipeContext): { readonly source: Source; readonly name: string } | null {
  const [site] = sitesOf(context);
  const chains = site === undefined ? [] : culprits(context, site).map((each) => chainOf(each) ?? '');
  const read = chains.find((chain) => /^this\.\w+$/.test(chain));
  return site === undefined || read === undefined ? null : { source: site.source, name: read.slice('this.'.length) };
}

/** `constructor(private readonly store: Store)` of a class that is imported as a value, without a decorator. */
export function askedByClass(...sources: readonly Source[]): Of<'TSParameterProperty'>[] {
  return sources.flatMap((source) =>
    all(source.program, 'TSParameterProperty').filter(
      (each) => !textOf(source, each).startsWith('@') && typeOf(source, each) !== null,
    ),
  );
}

/** `@Inject('Store')`: the class of that name, else the token that is written almost so; `@Inject(MemoryStore)` of what is provided as `STORE`. */
function tokenIdeas(context: RecipeContext, owner: string, token: string): Idea[] {
  const { tree } = context;
  const sources = allSources(tree);
  const home = sources.find((each) => exportsOf(tree, each).names.has(token));
  const [known, more] = provisionsOf(tree).filter(({ useClass }) => useClass === token);
  if (known !== undefined && more !== undefined) return [];
  return sources.flatMap((source) =>
    all(source.program, 'ClassDeclaration')
      .filter((each) => each.id?.name === owner)
      .flatMap((each) => injections(each, token))
      .flatMap(({ start, end, type }) => {
        const put = (title: string, rank: number, splices: Splice[]): Idea =>
          ideaIn('nest-inject', source, { title, rank, splices });
        const named = (name: string, from: Source): Splice[] => [
          { start, end, text: name },
          ...imported(context, source, { name, home: from }),
        ];
        const byClass = known === undefined ? undefined : tokensOf(tree).find(({ name }) => name === known.name);
        if (byClass !== undefined)
          return [put(`\`${token}\` is provided as \`${byClass.name}\``, 0, named(byClass.name, byClass.source))];
        if (type !== 'Literal') return [];
        if (home !== undefined) return [put(`\`${token}\` is provided as a class`, 0, named(token, home))];
        const near = rankedNames(token, new Set(provisionsOf(tree).map(({ said }) => said)));
        const meant = near.length > 0 ? near : askedByType(context, source, start).map((name) => ({ name, rank: 0 }));
        return meant.map(({ name, rank }) => {
          const constant = tokensOf(tree).find(({ said }) => said === name);
          const splices =
            constant === undefined
              ? [{ start: start + 1, end: end - 1, text: name }]
              : named(constant.name, constant.source);
          return put(`the token is called \`${name}\``, rank, splices);
        });
      }),
  );
}

/** `table: Table<Row>`, a class that nothing provides, beside a token that the file imports and does not use. */
function bareIdeas(tree: SourceTree, owner: string, index: number): Idea[] {
  return allSources(tree).flatMap((source) =>
    all(source.program, 'ClassDeclaration').flatMap((each) => {
      const wanted = each.id?.name === owner ? parameterAt(each, index) : undefined;
      const isBare = wanted?.type === 'TSParameterProperty' && askedIn(wanted).length === 0;
      return isBare ? tokenOfShape(tree, source, wanted) : [];
    }),
  );
}

function parameterAt({ body }: Of<'ClassDeclaration'>, index: number): Node | undefined {
  const made = body.body.find((one) => one.type === 'MethodDefinition' && one.kind === 'constructor');
  return made?.type === 'MethodDefinition' ? made.value.params[index] : undefined;
}

/** `@Inject('SEED') store: SeedStore`, where whoever else wants a `SeedStore` asks for the same token. */
function askedByType({ tree }: Pick<RecipeContext, 'tree'>, source: Source, at: number): string[] {
  const parameters = allSources(tree).flatMap((each) =>
    all(each.program, 'TSParameterProperty').map((node) => ({ source: each, node })),
  );
  const own = parameters.find((each) => each.source === source && each.node.start <= at && at < each.node.end);
  const type = own === undefined ? null : writtenType(own.node);
  const said = parameters.flatMap((each) => {
    const [given] = each.node === own?.node || writtenType(each.node) !== type ? [] : askedIn(each.node);
    const constant = tokensOf(tree).find(({ name }) => given?.type === 'Identifier' && name === given.name);
    return given === undefined ? [] : (stringValue(given) ?? constant?.said ?? []);
  });
  const known = new Set(provisionsOf(tree).map((each) => each.said));
  const [only, more] = new Set(said.filter((each) => known.has(each)));
  return type === null || only === undefined || more !== undefined ? [] : [only];
}

function askedIn(parameter: Node): Node[] {
  return all(parameter, 'CallExpression').flatMap(({ callee, arguments: [given] }) =>
    chainOf(callee) === 'Inject' && given !== undefined ? [given as Node] : [],
  );
}

function writtenType({ parameter }: Of<'TSParameterProperty'>): string | null {
  const type = parameter.type === 'Identifier' ? parameter.typeAnnotation?.typeAnnotation : undefined;
  return type?.type === 'TSTypeReference' && type.typeName.type === 'Identifier' ? type.typeName.name : null;
}

/** `import type { Store }` of a class that the constructor asks for by its type: at run time nothing of it is left. */
function typeOnly({ tree }: Pick<RecipeContext, 'tree'>, owner: string, index: number): Idea[] {
  return allSources(tree).flatMap((source) =>
    all(source.program, 'ClassDeclaration')
      .filter(({ id }) => id?.name === owner)
      .flatMap((each) => {
        const wanted = parameterAt(each as Of<'ClassDeclaration'>, index);
        const type = wanted?.type === 'TSParameterProperty' ? writtenType(wanted) : null;
        const from = importsOf(source).find(({ local }) => local !== null && local === type);
        const word = [from?.statement, from?.node].flatMap((node) => {
          const found = node === undefined ? null : /^(?:import )?type /.exec(textOf(source, node));
          return node === undefined || found === null
            ? []
            : [{ start: node.start + found[0].length - 5, end: node.start + found[0].length }];
        })[0];
        if (from === undefined && type !== null) return importLost({ tree }, source, type);
        const isShape =
          from !== undefined && exportsOfSpecifier(tree, source.path, from.specifier)?.types.has(from.imported);
        if (isShape === true && wanted?.type === 'TSParameterProperty') return tokenOfShape(tree, source, wanted);
        if (from === undefined || word === undefined) return [];
        const title = `\`${from.imported}\` is asked for by its class, of which \`import type\` leaves nothing`;
        return [ideaIn('nest-inject', source, { title, rank: 0, splices: [{ ...word, text: '' }] })];
      }),
  );
}

/** `import Store from './store'`, which gives out a `Store` by its name and no default: what is asked for is undefined. */
function namedWhole(context: RecipeContext, owner: string, index: number): Idea[] {
  const { tree } = context;
  return allSources(tree).flatMap((source) =>
    all(source.program, 'ClassDeclaration').flatMap((each) => {
      const wanted = each.id?.name === owner ? parameterAt(each, index) : undefined;
      const names = new Set(wanted === undefined ? [] : all(wanted, 'Identifier').map(({ name: said }) => said));
      return importsOf(source).flatMap((from) => {
        const { local, imported, node, specifier } = from;
        if (local === null || imported !== 'default' || !names.has(local) || from.style !== 'import') return [];
        const home = fileBehind(context, source, from);
        const given = home === null ? null : exportsOfSpecifier(tree, source.path, specifier);
        const others = importsOf(source).filter(({ statement }) => statement === from.statement);
        if (given?.names.has(local) !== true || given.names.has('default') || others.length > 1) return [];
        const title = `${home} gives \`${local}\` out by its name`;
        const splices = [{ start: node.start, end: node.end, text: `{ ${local} }` }];
        return [ideaIn('nest-inject', source, { title, rank: 0, splices })];
      });
    }),
  );
}

/** `file: SettingsFile`, which is no class: the token that the file imports and does not use, else the one by which others ask for that type. */
function tokenOfShape(tree: SourceTree, source: Source, parameter: Of<'TSParameterProperty'>): Idea[] {
  const idle = importsOf(source).filter(
    (from) =>
      tokensOf(tree).some(({ name }) => name === from.imported) &&
      provisionsOf(tree).some(({ name }) => name === from.imported) &&
      referencesTo(source, from).length === 0,
  );
  const others = askedByType({ tree }, source, parameter.start).flatMap(
    (said) => tokensOf(tree).find((each) => each.said === said) ?? [],
  );
  const [only, more] = idle.length > 0 ? idle.map(({ local }) => ({ name: local, source })) : others;
  const common = importsOf(source).filter((each) => each.specifier === '@nestjs/common');
  const [first] = common;
  if (only === undefined || more !== undefined || first === undefined || only.name === null) return [];
  const isKnown = common.some((each) => each.local === 'Inject');
  const names = isKnown ? [] : [{ start: first.node.start, end: first.node.start, text: 'Inject, ' }];
  const taken = imported({ tree }, source, { name: only.name, home: only.source });
  const { start } = parameter;
  const splices = [{ start, end: start, text: `@Inject(${only.name}) ` }, ...names, ...taken];
  return [ideaIn('nest-inject', source, { title: `\`${only.name}\` is asked for with \`@Inject\``, rank: 0, splices })];
}

/** The class is not even imported, and one file alone gives it out. */
function importLost(context: Pick<RecipeContext, 'tree'>, source: Source, name: string): Idea[] {
  const isHere =
    declarationOf(source, name) !== null ||
    all(source.program, 'TSInterfaceDeclaration').some(({ id }) => id.name === name);
  const [home, more] = allSources(context.tree).filter((each) => exportsOf(context.tree, each).names.has(name));
  if (isHere || home === undefined || more !== undefined) return [];
  const splices = imported(context, source, { name, home });
  return [ideaIn('nest-inject', source, { title: `\`${name}\` is not imported`, rank: 0, splices })];
}

function injections(owner: Node, token: string): Node[] {
  return all(owner, 'CallExpression').flatMap(({ callee, arguments: [given] }) =>
    chainOf(callee) === 'Inject' &&
    (stringValue(given as Node | undefined) ?? (given === undefined ? null : chainOf(given as Node))) === token
      ? [given as Node]
      : [],
  );
}

function imported(
  context: Pick<RecipeContext, 'tree'>,
  source: Source,
  wanted: { name: string; home: Source },
): Splice[] {
  const { name, home } = wanted;
  if (home === source || importsOf(source).some((each) => each.local === name)) return [];
  const specifier = specifierFor(context.tree, source, home.path);
  const text = `${importText(source, true, { local: name, imported: name, specifier })}${eolOf(source.text)}`;
  return [{ start: 0, end: 0, text }];
}

/** `constructor(private readonly store: Store)` in a project that writes `@Inject(…)` wherever it wants a class. */
function undecorated(context: RecipeContext, source: Source, name: string): Idea[] {
  const others = allSources(context.tree).filter((each) => each !== source);
  const told = others.flatMap((each) =>
    all(each.program, 'TSParameterProperty').filter((one) => textOf(each, askedIn(one)[0] ?? one) === writtenType(one)),
  );
  // Where types are asked by elsewhere, too, it is not this class that lacks something.
  const decorates = told.length > askedByClass(...others).length;
  const bare = all(source.program, 'TSParameterProperty').filter((each) => !textOf(source, each).startsWith('@'));
  const found = bare.find((each) => nameOf(each) === name);
  if (decorates && found !== undefined && typeOf(source, found) === null)
    return tokenOfShape(context.tree, source, found);
  const wanted = bare.flatMap((each) => {
    const type = typeOf(source, each);
    return type === null ? [] : [{ start: each.start, end: each.start, text: `@Inject(${type}) ` }];
  });
  if (!decorates || found === undefined || wanted.length === 0) return [];
  const common = importsOf(source).filter((each) => each.specifier === '@nestjs/common');
  const [first] = common;
  const isKnown = common.some((each) => each.local === 'Inject');
  if (!isKnown && first === undefined) return [];
  const names =
    isKnown || first === undefined ? [] : [{ start: first.node.start, end: first.node.start, text: 'Inject, ' }];
  return [
    ideaIn('nest-inject', source, {
      title: `\`${name}\` is asked for with \`@Inject\``,
      rank: 0,
      splices: [...wanted, ...names],
    }),
  ];
}

export function nameOf({ parameter }: Of<'TSParameterProperty'>): string | null {
  return parameter.type === 'Identifier' ? parameter.name : null;
}

/** The class that a parameter is declared as, where the file imports it as a value. */
function typeOf(source: Source, { parameter }: Of<'TSParameterProperty'>): string | null {
  const type = parameter.type === 'Identifier' ? parameter.typeAnnotation?.typeAnnotation : null;
  const name = type?.type === 'TSTypeReference' && type.typeName.type === 'Identifier' ? type.typeName.name : null;
  return name !== null &&
    importsOf(source).some(
      ({ local, statement, node }) =>
        local === name && ![statement, node].some((each) => /^(?:import )?type /.test(textOf(source, each))),
    )
    ? name
    : null;
}
