/** A method that is called on its class and belongs to instances, or the other way round. */
import type { Idea } from '../../../incident/nouns.ts';
import { classMembers, importsOf } from '../../code/bindings.ts';
import { namesInScope } from '../../code/scope.ts';
import { all, allSources, chainOf, functionsAround, keyName, upwards } from '../../code/syntax.ts';
import type { Node, Of, Source } from '../../code/syntax.ts';
import { lastNameOf } from '../../evidence/fields.ts';
import { valueOf } from '../../evidence/site.ts';
import { suspectsOf } from '../../evidence/suspects.ts';
import type { Suspect } from '../../evidence/suspects.ts';
import { ideaIn } from '../../recipe.ts';
import { instanceGivenOut } from './exported-class.ts';
import type { Recipe, RecipeContext } from '../../recipe.ts';

const name = 'class-or-instance';

export const classOrInstance: Recipe = {
  name,
  classes: ['type', 'unknown'],
  kind: 'cause',
  needs: 'replayed',
  risk: 'safe',
  summary:
    'A method of instances that is called on the class, or of the class that is called on an instance; `new` forgotten; a class that is given out where all who take it use an instance.',
  ideas(context) {
    if (!/is not a function/.test(context.diagnosis.message)) return instanceGivenOut(context);
    const called = suspectsOf(context)
      .slice(0, 2)
      .flatMap((suspect) => {
        const [owner, more] = ownersOf(context, suspect.name);
        if (owner === undefined || more !== undefined) return [];
        return owner.isStatic
          ? onClass(suspect, owner)
          : [...asStatic(context, suspect, owner), ...asNew(context, suspect, owner)];
      });
    const found = [...called, ...handedOver(context)];
    return found.length > 0 ? found : instanceGivenOut(context);
  },
};

/** `mount(Orders)`, and beside it `mount(new Users(container))`: an instance of it, made as its like are. */
function handedOver({ tree }: RecipeContext): Idea[] {
  const classes = new Set(
    allSources(tree).flatMap(({ program }) => all(program, 'ClassDeclaration').flatMap(({ id }) => id?.name ?? [])),
  );
  return allSources(tree).flatMap((source) => {
    const calls = all(source.program, 'CallExpression');
    return calls.flatMap((call) =>
      call.arguments.flatMap((given, at) => {
        if (given.type !== 'Identifier' || !classes.has(given.name)) return [];
        const like = calls
          .filter(({ callee }) => chainOf(callee) !== null && chainOf(callee) === chainOf(call.callee))
          .map((each) => each.arguments[at])
          .find((each) => each?.type === 'NewExpression');
        if (like?.type !== 'NewExpression') return [];
        const text = `new ${given.name}${source.text.slice(like.callee.end, like.end)}`;
        const splices = [{ start: given.start, end: given.end, text }];
        return [ideaIn(name, source, { title: `an instance of \`${given.name}\`, as of its like`, rank: 0, splices })];
      }),
    );
  });
}

/** The class that declares a method, and the class's name. */
interface Owner {
  readonly source: Source;
  readonly node: Of<'ClassDeclaration'>;
  readonly called: string;
  readonly method: Of<'MethodDefinition'>;
  readonly isStatic: boolean;
}

function ownersOf({ tree }: RecipeContext, method: string): Owner[] {
  return allSources(tree).flatMap((source) =>
    all(source.program, 'ClassDeclaration').flatMap((node) =>
      [true, false].flatMap((isStatic) => {
        const found = classMembers(node, isStatic).names.get(method);
        return found?.type === 'MethodDefinition' && node.id !== null
          ? [{ source, node, called: node.id.name, method: found, isStatic }]
          : [];
      }),
    ),
  );
}

/** `this.fileOf(name)`, `vehicle.find(plate)` of a static method: it is the class that has it. */
function onClass({ object, site, name: method }: Suspect, { node, called }: Owner): Idea[] {
  const isOwn = object.type === 'ThisExpression' && upwards(object).includes(node);
  const isInstance = valueOf(site, object)?.className === called;
  if (!isOwn && !(isInstance && namesInScope(site.source, object.start).has(called))) return [];
  const title = `\`${method}\` is static: \`${called}.${method}\``;
  return [
    ideaIn(name, site.source, { title, rank: 0, splices: [{ start: object.start, end: object.end, text: called }] }),
  ];
}

/** `Vehicle.all()`, whose body speaks of no instance: it becomes static, where nobody calls it on one. */
function asStatic({ tree }: RecipeContext, { object, name: method }: Suspect, owner: Owner): Idea[] {
  const { source, called } = owner;
  const isCalled = (each: Of<'MemberExpression'>): boolean => keyName(each.property) === method && !each.computed;
  const others = allSources(tree).flatMap(({ program }) =>
    all(program, 'MemberExpression').filter((each) => isCalled(each) && lastNameOf(each.object) !== called),
  );
  const speaksOfInstance = all(owner.method, 'ThisExpression').length + all(owner.method, 'Super').length > 0;
  if (lastNameOf(object) !== called || speaksOfInstance || others.length > 0) return [];
  const at =
    owner.method.key.start -
    /(?:(?:async|get|set)\s+|\*\s*)*$/.exec(source.text.slice(0, owner.method.key.start))![0].length;
  return [
    ideaIn(name, source, {
      title: `\`${method}\` of \`${called}\` is static`,
      rank: 0,
      splices: [{ start: at, end: at, text: 'static ' }],
    }),
  ];
}

/** `const trails = TrailService`, `module.exports = TrailService` that others call `trails`: an instance was meant, of it or of a class that extends it. */
function asNew(context: RecipeContext, { object }: Suspect, { called, node }: Owner): Idea[] {
  const alias = lastNameOf(object);
  if (alias === null || alias === called || /^[A-Z]/.test(alias)) return [];
  const classes = [{ name: called, params: paramsOf(node) ?? [] }, ...heirsOf(context, { name: called, node })];
  const found = allSources(context.tree).flatMap((source) =>
    [
      ...all(source.program, 'VariableDeclarator').flatMap(({ id, init }) => (keyName(id) === alias ? [init] : [])),
      ...all(source.program, 'Property').flatMap(({ key, value }) => (keyName(key) === alias ? [value as Node] : [])),
      ...exportsThatAre(context, source, alias),
    ].flatMap((value) =>
      classes.flatMap((made) =>
        value?.type === 'Identifier' && value.name === made.name ? [{ source, value, ...made }] : [],
      ),
    ),
  );
  const [only, more] = found;
  if (only === undefined || more !== undefined) return [];
  const { source, value, params } = only;
  const wanted = params.filter(({ type }) => type !== 'AssignmentPattern' && type !== 'RestElement');
  const names = wanted.flatMap((each) => (each.type === 'Identifier' ? [each.name] : []));
  if (names.length < wanted.length || !names.every((each) => isGivenBeside(source, value, each))) return [];
  const splices = [{ start: value.start, end: value.end, text: `new ${only.name}(${names.join(', ')})` }];
  return [ideaIn(name, source, { title: `\`${alias}\` is an instance of \`${only.name}\``, rank: 0, splices })];
}

/** What the constructor of a class takes; null where it has none of its own. */
function paramsOf({ body }: Of<'ClassDeclaration'>): readonly Node[] | null {
  const made = body.body.find((each) => each.type === 'MethodDefinition' && each.kind === 'constructor');
  return made?.type === 'MethodDefinition' ? (made.value.params as Node[]) : null;
}

interface Made {
  readonly name: string;
  readonly params: readonly Node[];
}

/** The classes that extend it, one step down. */
function heirsOf({ tree }: RecipeContext, { name: of, node }: { name: string; node: Of<'ClassDeclaration'> }): Made[] {
  return allSources(tree).flatMap(({ program }) =>
    all(program, 'ClassDeclaration').flatMap((each) =>
      each.id !== null && each.superClass?.type === 'Identifier' && each.superClass.name === of
        ? [{ name: each.id.name, params: paramsOf(each) ?? paramsOf(node) ?? [] }]
        : [],
    ),
  );
}

/** Another class beside it is made with the same. */
function isGivenBeside(source: Source, value: Node, given: string): boolean {
  const here = functionsAround(value)[0];
  return (
    namesInScope(source, value.start).has(given) &&
    all(source.program, 'NewExpression').some(
      (each) => functionsAround(each)[0] === here && each.arguments.some((one) => keyName(one as Node) === given),
    )
  );
}

/** The whole of what a file gives out, where every file that takes it calls it so, or by another name of a thing, and none makes one. */
function exportsThatAre({ tree }: RecipeContext, source: Source, alias: string): Node[] {
  const given = [
    ...all(source.program, 'ExportDefaultDeclaration').map(({ declaration }) => declaration as Node),
    ...all(source.program, 'AssignmentExpression').flatMap(({ left, right }) =>
      chainOf(left) === 'module.exports' ? [right as Node] : [],
    ),
  ];
  if (given.length === 0) return [];
  const end =
    source.path
      .replace(/(?:\/index)?\.\w+$/, '')
      .split('/')
      .at(-1) ?? '';
  const takers = allSources(tree).flatMap((each) =>
    importsOf(each).filter(
      ({ specifier }) =>
        specifier
          .replace(/(?:\/index)?\.\w+$/, '')
          .split('/')
          .at(-1) === end,
    ),
  );
  const isThing = (local: string | null): boolean =>
    local === alias || (local !== null && /^[a-z]/.test(local) && !isMade(tree, local));
  return takers.some(({ local }) => local === alias) && takers.every(({ local }) => isThing(local)) ? given : [];
}

function isMade(tree: RecipeContext['tree'], local: string): boolean {
  return allSources(tree).some(({ program }) =>
    all(program, 'NewExpression').some(({ callee }) => keyName(callee) === local),
  );
}
