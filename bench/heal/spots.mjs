/** Where the text of a project can be slipped over: nodes, names, signs, and the operators made of them. */
import { parseSync, visitorKeys } from 'oxc-parser';
import { misspelt } from './chance.mjs';

export function isCode(file, text) {
  return /\.[cm]?[jt]s$/.test(file) || text.startsWith('#!/usr/bin/env node');
}

/** `{node, parents}` of each node, the nearest parent first. */
function nodesOf(file, text) {
  const { program } = parseSync(/\.\w+$/.test(file) ? file : `${file}.js`, text, { range: true });
  const found = [];
  const visit = (node, parents) => {
    if (parents.length > 0) found.push({ node, parents });
    for (const key of visitorKeys[node.type] ?? [])
      for (const child of [node[key]].flat()) if (child?.type !== undefined) visit(child, [node, ...parents]);
  };
  visit(program, []);
  return found;
}

const nodesBySource = new Map();
export function nodes({ file, text }) {
  if (!nodesBySource.has(text)) nodesBySource.set(text, nodesOf(file, text));
  return nodesBySource.get(text);
}

export const isDeclared = ({ node, parents: [up] }) =>
  node.type === 'Identifier' &&
  ((up.type === 'VariableDeclarator' && up.id === node) ||
    (/Function/.test(up.type) && (up.id === node || up.params?.includes(node))) ||
    (up.type === 'ClassDeclaration' && up.id === node));
export const isKey = (node, up) =>
  (up.type === 'Property' || up.type === 'MethodDefinition') && up.key === node && !up.computed;
export const isMember = (node, up) => up?.type === 'MemberExpression' && up.property === node && !up.computed;
export const isUse = (one) => {
  const {
    node,
    parents: [up],
  } = one;
  if (
    node.type !== 'Identifier' ||
    isDeclared(one) ||
    isMember(node, up) ||
    /Specifier|TS|Pattern|Labeled/.test(up.type)
  )
    return false;
  return !isKey(node, up) && !(up.type === 'Property' && one.parents[1].type === 'ObjectPattern');
};

export const cut = ({ start, end }, text = '') => ({ start, end, text });
/** Without the type that may follow it. */
export const nameOf = ({ start, name }) => ({ start, end: start + name.length });
/** A whole line, with its end, where nothing else stands on it. */
export function lines(text, { start, end }) {
  const from = text.lastIndexOf('\n', start - 1) + 1;
  const to = text.indexOf('\n', end) + 1 || text.length;
  const alone = text.slice(from, start).trim() === '' && text.slice(end, to).trim() === '';
  return alone ? { start: from, end: to } : { start, end };
}

/** An operator on code: of each node, how it would be slipped over; a function of chance gives the cuts. */
export const onNodes = (cause, slipOf) => ({
  cause,
  places: (source) =>
    isCode(source.file, source.text) ? nodes(source).flatMap((one) => slipOf(one, source) ?? []) : [],
});
export const misspelling = (node) => (random) => [cut(nameOf(node), misspelt(node.name, random))];
export const dropped = (text, node) => () => [cut(lines(text, node))];
export const dropTo = (text, node, kept) => () => [cut(node, text.slice(kept.start, kept.end))];

/** An operator on the characters of some files. */
export const onText = (cause, files, pattern, change) => ({
  cause,
  places: ({ file, text }) =>
    files.test(file) && !/package\.json$|tsconfig/.test(file)
      ? [...text.matchAll(pattern)].map((match) => (random) => {
          const inner = match[1] ?? match[0];
          const start = match.index + match[0].indexOf(inner);
          return [{ start, end: start + inner.length, text: change(inner, random) }];
        })
      : [],
});

/** An operator on a whole file: `change(source, random)` gives edits of a case. */
export const onFile = (cause, files, change) => ({
  cause,
  places: (source) => (files.test(source.file) ? [(random) => change(source, random)] : []),
});

export const code = /\.[cm]?[jt]s$|bin\/www$/;
export const isModule = (text) => /^\s*(?:import|export)\b/m.test(text);
export const isRequire = (node) =>
  node?.type === 'CallExpression' && node.callee.name === 'require' && node.arguments[0]?.type === 'Literal';
export const specifierOf = (node, up) =>
  node.type === 'Literal' &&
  typeof node.value === 'string' &&
  (/^(?:Import|Export)\w*Declaration$/.test(up?.type) || isRequire(up))
    ? node.value
    : null;
export const specifier = (test, change) =>
  onNodes(test === 'package' ? 'dependency' : 'path', ({ node, parents: [up] }) => {
    const value = specifierOf(node, up);
    if (value === null || value.startsWith('node:') || /^[.#]/.test(value) === (test === 'package')) return null;
    return (random) => [{ start: node.start + 1, end: node.end - 1, text: change(value, random) }];
  });
export const tail = (value, change) =>
  value.replace(/([\w-]+)(\.\w+)?$/, (_, name, extension = '') => change(name) + extension);
const sqlWords = /\b(?:SELECT|INSERT INTO|UPDATE|DELETE FROM|CREATE TABLE)\b/;
export const inSql = (change) =>
  onNodes('sql', ({ node }, { text }) => {
    if (!['Literal', 'TemplateLiteral'].includes(node.type) || !sqlWords.test(text.slice(node.start, node.end)))
      return null;
    return change(text.slice(node.start, node.end), node.start);
  });
const handles = /^(?:use|register|decorate|addHook|setErrorHandler|engine)$/;
export const isSetUp = (node) =>
  node.type === 'ExpressionStatement' &&
  handles.test((node.expression.argument ?? node.expression).callee?.property?.name ?? '');
