/** Words of the language as the names of variables. */
import type { Lexeme } from '../code/lexer.ts';
import { splice } from '../code/text.ts';

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
