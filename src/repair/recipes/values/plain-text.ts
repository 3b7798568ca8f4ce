/** What is sent or written and is no text: Node takes only text and bytes. */
import type { Idea } from '../../../incident/nouns.ts';
import { all, chainOf } from '../../code/syntax.ts';
import type { Node } from '../../code/syntax.ts';
import type { Site } from '../../evidence/site.ts';
import { ideaIn } from '../../recipe.ts';
import type { RecipeContext } from '../../recipe.ts';

export const plainText = (context: RecipeContext, site: Site): Idea[] => [
  ...sent(context, site),
  ...written(context, site),
];

/** `res.end(object)`: Node sends only text and bytes. */
function sent(context: RecipeContext, site: Site): Idea[] {
  const { message } = context.diagnosis;
  if (!/"(?:chunk|data)" argument must be of type string/.test(message)) return [];
  for (const node of site.nodes) {
    const isSent = node.type === 'CallExpression' && /\.(?:end|write)$/.test(chainOf(node.callee) ?? '');
    const argument = isSent ? node.arguments[0] : undefined;
    if (argument === undefined || argument.type === 'SpreadElement') continue;
    const plain = /Received type (?:number|bigint|boolean)/.test(message);
    // No `String(…)`, which would send what is missing, too.
    const isOne = /^(?:Identifier|MemberExpression|CallExpression)$/.test(argument.type);
    const [before, after] = plain ? (isOne ? ['', '.toString()'] : ['(', ').toString()']) : ['JSON.stringify(', ')'];
    const title = plain ? 'send it as text' : 'send it as JSON';
    return [wrapped(site, title, { node: argument, before, after })];
  }
  return [];
}

/** `fs.writeFile(file, state)`, where what is read from files is taken for JSON. */
function written(context: RecipeContext, site: Site): Idea[] {
  if (
    !/"data" argument must be of type string[^]*Received an instance of (?:Object|Array)/.test(
      context.diagnosis.message,
    )
  )
    return [];
  const call = site.nodes.find(
    (node) =>
      node.type === 'CallExpression' &&
      /(?:^|\.)(?:write|append|output)File(?:Sync)?$/.test(chainOf(node.callee) ?? ''),
  );
  const [, given] = call?.type === 'CallExpression' ? call.arguments : [];
  if (given === undefined || given.type === 'SpreadElement') return [];
  const isParsed = all(site.source.program, 'CallExpression').some(
    (each) =>
      chainOf(each.callee) === 'JSON.parse' &&
      all(each, 'CallExpression').some(({ callee }) => /readFile(?:Sync)?$/.test(chainOf(callee) ?? '')),
  );
  const made = wrapped(site, 'write it as JSON', { node: given, before: 'JSON.stringify(', after: ')' });
  return [isParsed ? made : { ...made, ask: 'only you know in which form the file is read' }];
}

interface Wrapping {
  readonly node: Node;
  readonly before: string;
  readonly after: string;
}

function wrapped({ source }: Site, title: string, { node: { start, end }, before, after }: Wrapping): Idea {
  const splices = [
    { start, end: start, text: before },
    { start: end, end, text: after },
  ].filter(({ text }) => text !== '');
  return ideaIn('coercion', source, { title, rank: 0, splices });
}
