/** Words of the language as the names of variables. */
import type { Lexeme } from '../code/lexer.ts';
import { eolOf, semicolonOf, splice } from '../code/text.ts';

const declaring =
  /\b(?:const|let|var)\s+(class|new|default|delete|function|import|export|in|with|void|typeof|enum|case|extends)\s*=(?![=>])/g;

/** `const class = await load();`, and `class` where a value stands behind it. */
export function declaredWord({
  text,
  lexemes,
}: {
  readonly text: string;
  readonly lexemes: readonly Lexeme[];
}): { readonly text: string; readonly what: string }[] {
  const [only, more] = text.matchAll(declaring);
  const word = only?.[1] ?? '';
  const name = `${word}Value`;
  if (only === undefined || more !== undefined || text.includes(name)) return [];
  const uses = lexemes.filter((each, index) => {
    const behind = lexemes[index + 1]?.text ?? '';
    const isRead = /^(?:[),;.\]}+*/%?&|<>-]|\?\.|[=!]==?|\|\||&&|\?\?)$/.test(behind);
    const isMember = /^\??\.$/.test(lexemes[index - 1]?.text ?? '');
    const isDeclared = each.start === only.index + only[0].lastIndexOf(word);
    return (
      each.kind === 'word' && each.text === word && !isMember && (isDeclared || (isRead && each.start > only.index))
    );
  });
  const edits = uses.map(({ start, end }) => ({ start, end, text: name }));
  const what = `\`${word}\` cannot be a name: \`${name}\``;
  return uses.length < 2 ? [] : [{ what, text: splice(text, ...edits) }];
}

/** `export default const roles = […]`: no default is declared so; it is declared, and then given out. */
export function defaultConst({ text }: { readonly text: string }): { text: string; what: string }[] {
  const found = [...text.matchAll(/^export[ \t]+default[ \t]+(?=(?:const|let|var)[ \t]+([A-Za-z_$][\w$]*)\s*[=:])/gm)];
  const [only, more] = found;
  if (only === undefined || more !== undefined) return [];
  const [eol, end] = [eolOf(text), semicolonOf(text)];
  const declared = splice(text, { start: only.index, end: only.index + only[0].length, text: '' }).trimEnd();
  const what = `\`${only[1]}\` is declared before it is given out by default`;
  return [{ what, text: `${declared}${eol}${eol}export default ${only[1]}${end}${eol}` }];
}
