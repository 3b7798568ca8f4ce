/** `store.on is not a function`: a class that emits events and does not extend what gives it the methods for that. */
import type { Idea } from '../../../incident/nouns.ts';
import { importsOf } from '../../code/bindings.ts';
import { all, allSources, chainOf, upwards } from '../../code/syntax.ts';
import type { Node, Source } from '../../code/syntax.ts';
import { eolOf, indentAt, semicolonOf } from '../../code/text.ts';
import { valueOf } from '../../evidence/site.ts';
import { suspectsOf } from '../../evidence/suspects.ts';
import type { Suspect } from '../../evidence/suspects.ts';
import { ideaIn } from '../../recipe.ts';
import type { Recipe } from '../../recipe.ts';

const name = 'no-emitter';

export const noEmitter: Recipe = {
  name,
  classes: ['type', 'unknown'],
  kind: 'cause',
  needs: 'replayed',
  risk: 'safe',
  summary: 'A class whose events are listened to and that does not extend the `EventEmitter` which its file imports.',
  ideas(context) {
    const suspect = suspectsOf(context).find((each) =>
      /^(?:on|once|emit|off|addListener|removeListener)$/.test(each.name),
    );
    if (suspect === undefined || !/is not a function/.test(context.diagnosis.message)) return [];
    return allSources(context.tree).flatMap((source) => {
      const emitter = importsOf(source).find(
        ({ specifier, local }) => local !== null && /^(?:node:)?events$/.test(specifier),
      );
      if (emitter?.local === null || emitter?.local === undefined) return [];
      const base =
        emitter.imported === 'EventEmitter' || emitter.local === 'EventEmitter'
          ? emitter.local
          : `${emitter.local}.EventEmitter`;
      return [...extended(source, { suspect, base }), ...inherited(source, { suspect, base })];
    });
  },
};

interface Base {
  readonly suspect: Suspect;
  readonly base: string;
}

/** Is the failing object one of these? */
function isOf({ site, object }: Suspect, called: string, owner: Node): boolean {
  return (
    valueOf(site, object)?.className === called || (object.type === 'ThisExpression' && upwards(object).includes(owner))
  );
}

function extended(source: Source, { suspect, base }: Base): Idea[] {
  return all(source.program, 'ClassDeclaration').flatMap((owner) => {
    const { id, superClass, body } = owner;
    if (id === null || superClass !== null || !isOf(suspect, id.name, owner)) return [];
    const made = body.body.find((each) => each.type === 'MethodDefinition' && each.kind === 'constructor');
    const block = made?.type === 'MethodDefinition' ? made.value.body : null;
    const first = block?.body[0];
    const text = `${eolOf(source.text)}${indentAt(source.text, first?.start ?? 0)}super()${semicolonOf(source.text)}`;
    const start = (block?.start ?? 0) + 1;
    const called = block === null || first === undefined ? [] : [{ start, end: start, text }];
    const splices = [{ start: id.end, end: id.end, text: ` extends ${base}` }, ...called];
    return [ideaIn(name, source, { title: `\`${id.name}\` extends \`${base}\``, rank: 0, splices })];
  });
}

/** `EventEmitter.call(this)` in a function of old, whose prototype inherits nothing. */
function inherited(source: Source, { suspect, base }: Base): Idea[] {
  return all(source.program, 'FunctionDeclaration').flatMap((owner) => {
    const { id } = owner;
    const isMade = all(owner, 'CallExpression').some(({ callee }) => chainOf(callee) === `${base}.call`);
    if (id === null || !isMade || !isOf(suspect, id.name, owner)) return [];
    const util = importsOf(source).find(
      ({ specifier, imported }) => /^(?:node:)?util$/.test(specifier) && imported === '*',
    );
    const line = util?.local
      ? `${util.local}.inherits(${id.name}, ${base})`
      : `Object.setPrototypeOf(${id.name}.prototype, ${base}.prototype)`;
    const eol = eolOf(source.text);
    const splices = [{ start: owner.end, end: owner.end, text: `${eol}${eol}${line}${semicolonOf(source.text)}` }];
    return [ideaIn(name, source, { title: `\`${id.name}\` inherits from \`${base}\``, rank: 0, splices })];
  });
}
