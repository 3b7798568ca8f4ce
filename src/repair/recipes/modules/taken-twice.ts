/** A member that is taken of a module where it is imported, and once more wherever it is used: `const semver = require('semver').satisfies`, and `semver.satisfies(…)`. */
import type { Idea } from '../../../incident/nouns.ts';
import { keyName } from '../../code/syntax.ts';
import type { Source } from '../../code/syntax.ts';
import { splice } from '../../code/text.ts';
import type { Splice } from '../../code/text.ts';
import type { Import } from '../../code/bindings.ts';
import { edit, make } from './import-form.ts';
import { referencesTo } from './wrong-imports.ts';
import type { Wrong } from './wrong-imports.ts';

/** The whole module is taken where every use is of something that the module gives out. */
export function takenTwice({ source, from, exported, member }: Wrong): Idea[] {
  const isPart = !['*', 'default'].includes(from.imported) && exported.names.has(from.imported);
  if (member === null || !isPart || !exported.names.has(member)) return [];
  const isOfWhole = referencesTo(source, from).every(({ parent, start }) => {
    const isRead = parent?.type === 'MemberExpression' && parent.object.start === start && !parent.computed;
    return isRead && exported.names.has(keyName(parent.property) ?? '');
  });
  const put = isOfWhole ? wholeOf(source, from, exported.names.has('default') || exported.format === 'cjs') : null;
  if (put === null) return [];
  const title = `\`${from.local}\` is the whole of \`${from.specifier}\``;
  return [make(title, 0, [edit(source, splice(source.text, put))])];
}

/** What stands where the part was taken; null where more than that is taken there. */
function wholeOf(source: Source, { node, literal, local, style }: Import, isDefault: boolean): Splice | null {
  const call = literal.parent;
  if (style === 'require' && node.type === 'VariableDeclarator') {
    const taken = call?.parent;
    return call != null && taken?.type === 'MemberExpression' ? { start: call.end, end: taken.end, text: '' } : null;
  }
  const { parent } = node;
  if (local === null || parent == null) return null;
  if (parent.type === 'ObjectPattern' && parent.properties.length === 1)
    return { start: parent.start, end: parent.end, text: local };
  if (parent.type !== 'ImportDeclaration' || parent.specifiers.length > 1) return null;
  const [start, end] = [source.text.indexOf('{', parent.start), source.text.indexOf('}', node.end) + 1];
  return start < 0 || end <= start ? null : { start, end, text: isDefault ? local : `* as ${local}` };
}
