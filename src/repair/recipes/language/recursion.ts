/** A function that calls itself with what it was given, or a getter that reads itself, until the stack is full. */
import type { Idea } from '../../../incident/nouns.ts';
import { ideaIn } from '../../recipe.ts';
import type { Recipe } from '../../recipe.ts';
import { prototypeMembers } from '../../code/members.ts';
import { rankedNames } from '../../code/names.ts';
import { sitesOf } from '../../evidence/site.ts';
import { all, chainOf, functionsAround, keyName, textOf, upwards } from '../../code/syntax.ts';
import type { FunctionNode, Node, Of, Source } from '../../code/syntax.ts';

export const recursion: Recipe = {
  name: 'recursion',
  classes: ['range', 'unknown'],
  kind: 'cause',
  needs: 'replayed',
  risk: 'safe',
  summary: 'A method that calls itself without end: takes its value from where its siblings take theirs.',
  ideas(context) {
    if (!/Maximum call stack size exceeded|too much recursion/.test(context.diagnosis.message)) return [];
    return sitesOf(context)
      .slice(0, 2)
      .flatMap((site) =>
        site.nodes
          .slice(0, 12)
          .flatMap((node) => functionsAround(node))
          .slice(0, 1)
          .flatMap((fn) => inMethod(site.source, fn)),
      )
      .slice(0, 4);
  },
};

function inMethod(source: Source, fn: FunctionNode): Idea[] {
  const { parent } = fn;
  if (parent?.type !== 'MethodDefinition') return [];
  const name = keyName(parent.key) ?? '';
  const owner = upwards(parent).find((each) => each.type === 'ClassBody');
  const self = all(fn, 'MemberExpression').filter((each) => chainOf(each) === `this.${name}`);
  if (owner?.type !== 'ClassBody' || self.length === 0) return [];
  const inner = wrapped(owner, name, self);
  if (inner.length > 0)
    return inner.map((field) =>
      ideaIn('recursion', source, {
        title: `\`${name}\` asks \`this.${field}\``,
        rank: 0,
        splices: self.map(({ start }) => ({ start, end: start + 'this'.length, text: `this.${field}` })),
      }),
    );
  return heldBy(source, owner, { name, but: parent }).map(({ text, rank }) =>
    ideaIn('recursion', source, {
      title: `\`${name}\` reads \`${text}\``,
      rank,
      splices: self.map(({ start, end }) => ({ start, end, text })),
    }),
  );
}

/** Fields that hold what has such a method, where it is called: `this.rows.get(id)` in `get(id)`, of `rows = new Map()`. */
function wrapped(owner: Of<'ClassBody'>, name: string, self: readonly Node[]): string[] {
  if (!self.every(({ parent, start }) => parent?.type === 'CallExpression' && parent.callee.start === start)) return [];
  const declared = owner.body.flatMap((each) =>
    each.type === 'PropertyDefinition' && each.value !== null ? [{ key: each.key, value: each.value as Node }] : [],
  );
  const assigned = all(owner, 'AssignmentExpression').flatMap(({ left, right }) =>
    left.type === 'MemberExpression' && left.object.type === 'ThisExpression'
      ? [{ key: left.property as Node, value: right as Node }]
      : [],
  );
  return [...declared, ...assigned].flatMap(({ key, value }) => {
    const made =
      value.type === 'NewExpression' ? chainOf(value.callee) : value.type === 'ArrayExpression' ? 'Array' : null;
    const field = key.type === 'PrivateIdentifier' ? `#${key.name}` : keyName(key);
    return made !== null && field !== null && prototypeMembers(made).includes(name) ? [field] : [];
  });
}

/** Where the siblings read: `this.seed.customers` in `customers()` tells `this.seed.orders`; a field called almost so, too. */
function heldBy(
  source: Source,
  owner: Of<'ClassBody'>,
  { name, but }: { name: string; but: Node },
): { text: string; rank: number }[] {
  const siblings = owner.body.flatMap((each) => {
    if (each === but || each.type !== 'MethodDefinition') return [];
    const called = keyName(each.key) ?? '';
    return all(each.value, 'MemberExpression').flatMap((member) => {
      const holder = /^(this\.[\w.]+)\.(\w+)$/.exec(chainOf(member) ?? '');
      return holder !== null && holder[2] === called ? [`${holder[1]}.${name}`] : [];
    });
  });
  const fields = all(owner, 'MemberExpression').flatMap((each) =>
    each.object.type === 'ThisExpression' && !each.computed ? [textOf(source, each).replace(/^this\./, '')] : [],
  );
  const declared = owner.body.flatMap((each) => (each.type === 'PropertyDefinition' ? [textOf(source, each.key)] : []));
  const hidden = [...new Set([...declared, ...fields])].filter(
    (each) => each !== name && each.replace(/^[#_]/, '') === name,
  );
  const near = rankedNames(name, new Set(declared.filter((each) => each !== name)));
  const found = [...new Set([...siblings, ...hidden.map((each) => `this.${each}`)])].map((text) => ({ text, rank: 0 }));
  return found.length > 0 ? found : near.map(({ name: each, rank }) => ({ text: `this.${each}`, rank: rank + 1 }));
}
