/** A text that is read line by line, and a line of it with nothing in it: what people leave at the end of a file. */
import type { Idea } from '../../../incident/nouns.ts';
import { namesInScope } from '../../code/scope.ts';
import { all, chainOf, functionsAround, keyName, stringValue, textOf, upwards } from '../../code/syntax.ts';
import type { Node, Of, Source } from '../../code/syntax.ts';
import { eolOf, indentAt, semicolonOf } from '../../code/text.ts';
import { sitesOf, valueOfChain } from '../../evidence/site.ts';
import type { Site } from '../../evidence/site.ts';
import { ideaIn } from '../../recipe.ts';
import type { Recipe, RecipeContext } from '../../recipe.ts';

export const blankLine: Recipe = {
  name: 'blank-line',
  classes: ['config', 'syntax', 'type', 'range', 'unknown', 'assertion'],
  kind: 'cause',
  needs: 'replayed',
  risk: 'safe',
  summary:
    'A text is split into lines, and one of them is blank: blank lines are left out before they are read, or passed over where they are read one after the other.',
  ideas(context) {
    const found = sitesOf(context)
      .slice(0, 3)
      .flatMap((site) => blankLines(context, site));
    return found.slice(0, 1);
  },
};

function blankLines(context: RecipeContext, site: Site): Idea[] {
  const { source } = site;
  const [node] = site.nodes;
  if (node === undefined) return [];
  return linesRead(node).flatMap(({ name, list, body, isCounted }) => {
    if (!isBlank(context, site, { node, name }) || isAsked(textOf(source, body), name)) return [];
    const split = splitOf(source, list);
    if (split === null) return readByLine(source, list) ? passedOver(source, name, body) : [];
    const text = `.filter((${name}) => ${name}.trim() !== '')`;
    const { property } = split.callee as Of<'MemberExpression'>;
    const before = source.text.slice(0, property.start).replace(/\??\.$/, '');
    const indent = /\n[ \t]*$/.test(before) ? `\n${indentAt(source.text, property.start)}` : '';
    const title = 'blank lines are left out before the others are read';
    const ask = isCounted ? 'the lines behind a blank one get other numbers' : null;
    return [
      ideaIn('blank-line', source, {
        title,
        rank: 0,
        ask,
        splices: [{ start: split.end, end: split.end, text: indent + text }],
      }),
    ];
  });
}

/** `for await (const line of createInterface({ input }))`. */
function readByLine(source: Source, list: Node): boolean {
  const named = list.type === 'Identifier' ? namesInScope(source, list.start).get(list.name)?.node : list;
  const made = named?.type === 'VariableDeclarator' ? named.init : named;
  const callee = made?.type === 'CallExpression' ? (chainOf(made.callee) ?? '') : '';
  const isLines = callee.endsWith('.readLines') || /(?:^|\.)createInterface$/.test(callee);
  return isLines && list.parent?.type === 'ForOfStatement' && list.parent.await;
}

/** What is read while the loop goes on cannot be filtered before: a blank line is passed over. */
function passedOver(source: Source, name: string, body: Node): Idea[] {
  const first = body.type === 'BlockStatement' ? body.body[0] : undefined;
  if (first === undefined) return [];
  const { text } = source;
  const line = `if (${name}.trim() === '') continue${semicolonOf(text)}${eolOf(text)}${indentAt(text, first.start)}`;
  const splices = [{ start: first.start, end: first.start, text: line }];
  return [ideaIn('blank-line', source, { title: 'a blank line is passed over', rank: 0, splices })];
}

interface LineRead {
  readonly name: string;
  readonly list: Node;
  /** What is done for each. */
  readonly body: Node;
  /** It is given its number as well. */
  readonly isCounted: boolean;
}

/** The names around a place that stand for one item of a list each. */
function linesRead(node: Node): LineRead[] {
  const loops = upwards(node).flatMap((each) => {
    const id =
      each.type === 'ForOfStatement' && each.left.type === 'VariableDeclaration' ? each.left.declarations[0]?.id : null;
    return each.type === 'ForOfStatement' && id?.type === 'Identifier'
      ? [{ name: id.name, list: each.right as Node, body: each.body as Node, isCounted: false }]
      : [];
  });
  const callbacks = functionsAround(node).flatMap((fn) => {
    const [param] = fn.params;
    const call = fn.parent;
    const isOver =
      call?.type === 'CallExpression' && call.arguments[0] === fn && call.callee.type === 'MemberExpression';
    const isEach =
      isOver && /^(?:map|flatMap|forEach)$/.test(keyName((call.callee as Of<'MemberExpression'>).property) ?? '');
    return isEach && param?.type === 'Identifier'
      ? [
          {
            name: param.name,
            list: (call.callee as Of<'MemberExpression'>).object as Node,
            body: fn,
            isCounted: fn.params.length > 1,
          },
        ]
      : [];
  });
  return [...loops, ...callbacks];
}

/** `text.split('\n')` of a list of its lines; null where some of them are left out already, or where it is something else. */
function splitOf(source: Source, list: Node, left = 4): Of<'CallExpression'> | null {
  if (left === 0) return null;
  if (list.type === 'Identifier') {
    const made = namesInScope(source, list.start).get(list.name)?.node;
    const init = made?.type === 'VariableDeclarator' && made.id.type === 'Identifier' ? made.init : null;
    return init === null ? null : splitOf(source, init, left - 1);
  }
  if (list.type !== 'CallExpression' || list.callee.type !== 'MemberExpression') return null;
  const method = keyName(list.callee.property) ?? '';
  const [sign] = list.arguments as Node[];
  if (method === 'split' && sign !== undefined) return isLineEnd(source, sign) ? list : null;
  return /^(?:slice|entries)$/.test(method) ? splitOf(source, list.callee.object, left - 1) : null;
}

function isLineEnd(source: Source, sign: Node): boolean {
  return (
    /^\r?\n$/.test(stringValue(sign) ?? '') ||
    /^(?:\/\\r\?\\n\/|\/\\n\/|\/\\r\?\\n\|\\r\/|EOL|os\.EOL)$/.test(textOf(source, sign))
  );
}

/** The debugger saw that the line is blank; else the parser says that it was given nothing, and it was given the line. */
function isBlank({ diagnosis }: RecipeContext, site: Site, { node, name }: { node: Node; name: string }): boolean {
  const seen = valueOfChain(site, name);
  if (seen !== null) return seen.type === 'string' && /^"(?:\s|\\[rt])*"$/.test(seen.preview);
  const call = [node, ...upwards(node)].find((each) => each.type === 'CallExpression');
  const isGiven = call !== undefined && all(call, 'Identifier').some((each) => each.name === name);
  return /Unexpected end of JSON input/.test(diagnosis.message) && isGiven;
}

/** A blank line says something there: that a block ends, say. */
function isAsked(body: string, name: string): boolean {
  const line = `(?<![\\w$.])${name.replaceAll('$', '\\$')}(?:\\.trim\\(\\))?`;
  return new RegExp(
    `!${line}(?![\\w$.])|${line}(?:\\.length)?\\s*[!=]==?\\s*(?:''|""|0)|\\((?:${line})\\)\\s*[{?]`,
  ).test(body);
}
