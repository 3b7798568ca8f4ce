/** The operators that break a healthy project as people slip: each has a cause and all its places in one file, or in the whole project. */
import path from 'node:path';
import { misspelt, renamed } from './chance.mjs';
import { markOperators } from './slips-marks.mjs';
import {
  code,
  cut,
  dropTo,
  dropped,
  inSql,
  isCode,
  isDeclared,
  isKey,
  isMember,
  isModule,
  isRequire,
  isSetUp,
  isUse,
  lines,
  misspelling,
  nameOf,
  nodes,
  onNodes,
  onText,
  specifier,
  specifierOf,
  tail,
} from './spots.mjs';

/** `exports`, `module.exports`. */
const isExports = (node) => (node.type === 'MemberExpression' ? node.property.name : node.name) === 'exports';
const otherCase = (value) =>
  tail(value, (name) => (/^[a-z]/.test(name) ? name[0].toUpperCase() : name[0].toLowerCase()) + name.slice(1));
/** The keys beside a sign, and the signs that are taken for it. */
const neighbours = {
  ...{ '(': ['{', '['], ')': ['}', ']'], '{': ['(', '['], '}': [')', ']'], '[': ['{', '('], ']': ['}', ')'] },
  ...{ "'": ['"', '`'], '`': ["'"], ',': ['.', ';'], ';': [':', ','], '.': [',', ';'] },
};

/** Name → `{cause, places(source, project)}`; a place is a function of chance that gives cuts of the text, or edits of a case. */
export const operators = {
  'use-misspelt': onNodes('name', (one) => (isUse(one) ? misspelling(one.node) : null)),
  'declaration-renamed': onNodes('name', (one) =>
    isDeclared(one) ? (random) => [cut(nameOf(one.node), renamed(one.node.name, random))] : null,
  ),
  'half-renamed': onNodes('name', (one, source) => {
    if (!isDeclared(one)) return null;
    const scope = one.parents.find(({ type, id }) => /Function|Block|Program/.test(type) && id !== one.node);
    const uses = nodes(source).filter(
      (use) => isUse(use) && use.node.name === one.node.name && use.parents.includes(scope),
    );
    if (uses.length < 2) return null;
    return (random) => {
      const name = renamed(one.node.name, random);
      return [one, ...uses.filter((_, index) => index > 0 && random.next() < 0.5)].map(({ node, parents: [up] }) =>
        cut(nameOf(node), up.shorthand ? `${node.name}: ${name}` : name),
      );
    };
  }),
  'method-misspelt': onNodes('name', ({ node, parents: [up, above] }) =>
    isMember(node, up) && above?.type === 'CallExpression' && above.callee === up ? misspelling(node) : null,
  ),
  'property-misspelt': onNodes('name', ({ node, parents: [up, above] }) =>
    isMember(node, up) && !(above?.type === 'CallExpression' && above.callee === up) ? misspelling(node) : null,
  ),
  'key-misspelt': onNodes('name', ({ node, parents: [up, above] }) =>
    isKey(node, up) && node.type === 'Identifier' && above.type === 'ObjectExpression' && !up.shorthand
      ? misspelling(node)
      : null,
  ),
  'method-renamed': onNodes('name', ({ node, parents: [up] }) =>
    isKey(node, up) &&
    node.type === 'Identifier' &&
    (up.method || up.type === 'MethodDefinition') &&
    node.name !== 'constructor'
      ? (random) => [cut(nameOf(node), renamed(node.name, random))]
      : null,
  ),
  'destructured-misspelt': onNodes('name', ({ node, parents: [up, above] }) =>
    isKey(node, up) && node.type === 'Identifier' && above.type === 'ObjectPattern' && up.shorthand
      ? misspelling(node)
      : null,
  ),
  'string-key-misspelt': onNodes('name', ({ node, parents: [up] }) =>
    node.type === 'Literal' &&
    typeof node.value === 'string' &&
    /^[a-zA-Z]\w{2,}$/.test(node.value) &&
    ((up.type === 'MemberExpression' && up.computed) || up.type === 'CallExpression') &&
    !isRequire(up)
      ? (random) => [{ start: node.start + 1, end: node.end - 1, text: misspelt(node.value, random) }]
      : null,
  ),
  'import-name-misspelt': onNodes('import', ({ node, parents: [up] }) =>
    node.type === 'Identifier' && up.type === 'ImportSpecifier' && up.imported === node
      ? (random) => [cut(up, misspelt(node.name, random))]
      : null,
  ),
  'required-name-misspelt': onNodes('import', ({ node, parents: [up, above, declarator] }) =>
    isKey(node, up) && above.type === 'ObjectPattern' && isRequire(declarator?.init) ? misspelling(node) : null,
  ),
  'export-renamed': onNodes('import', (one, source) => {
    const {
      node,
      parents: [up, above, wide],
    } = one;
    const isExported = /^ExportNamed/.test(above?.type) || /^ExportNamed/.test(wide?.type);
    if (!isDeclared(one) || !isExported || up.params?.includes(node)) return null;
    return (random) => {
      const name = random.next() < 0.5 ? renamed(node.name, random) : misspelt(node.name, random);
      return nodes(source)
        .filter((use) => use.node === node || (isUse(use) && use.node.name === node.name))
        .map((use) => cut(nameOf(use.node), name));
    };
  }),
  'default-for-named': onNodes('import', ({ node, parents: [up] }, { text }) => {
    if (node.type === 'ImportSpecifier' && up.specifiers.length === 1)
      return () => [
        { start: text.lastIndexOf('{', node.start), end: text.indexOf('}', node.end) + 1, text: node.local.name },
      ];
    if (node.type === 'ImportDefaultSpecifier' && up.specifiers.length === 1)
      return () => [cut(node, `{ ${node.local.name} }`)];
    if (node.type === 'VariableDeclarator' && isRequire(node.init) && node.id.type === 'Identifier')
      return () => [cut(node.id, `{ ${node.id.name} }`)];
    if (node.type === 'VariableDeclarator' && isRequire(node.init) && node.id.properties?.length === 1)
      return () => [cut(node.id, node.id.properties[0].value.name)];
    return null;
  }),
  'import-removed': onNodes('import', ({ node, parents: [up] }, { text }) =>
    node.type === 'ImportDeclaration'
      ? dropped(text, node)
      : node.type === 'VariableDeclaration' && up.type === 'Program' && isRequire(node.declarations[0].init)
        ? dropped(text, node)
        : null,
  ),
  'imported-name-removed': onNodes('import', ({ node, parents: [up] }, { text }) =>
    node.type === 'ImportSpecifier' && up.specifiers.length > 1
      ? () => [{ start: node.start, end: node.end + /^,? ?/.exec(text.slice(node.end))[0].length, text: '' }]
      : null,
  ),
  'other-module-format': onNodes('import', ({ node }, { text }) => {
    if (
      node.type === 'ImportDeclaration' &&
      node.specifiers.length > 0 &&
      node.specifiers.every(({ type }) => type === 'ImportSpecifier')
    )
      return () => [
        cut(
          node,
          `const { ${node.specifiers.map(({ local }) => local.name).join(', ')} } = require(${text.slice(node.source.start, node.source.end)});`,
        ),
      ];
    const isOne = node.type === 'VariableDeclaration' && node.declarations.length === 1;
    if (isOne && isRequire(node.declarations[0].init) && !isModule(text))
      return () => [
        cut(
          node,
          `import ${text.slice(node.declarations[0].id.start, node.declarations[0].id.end)} from ${text.slice(node.declarations[0].init.arguments[0].start, node.declarations[0].init.arguments[0].end)};`,
        ),
      ];
    return null;
  }),
  'path-misspelt': specifier('own', (value, random) => tail(value, (name) => misspelt(name, random))),
  'path-level': specifier('own', (value) =>
    value.startsWith('../') ? `./${value.slice(3)}` : value.replace(/^\.\//, '../'),
  ),
  'path-extension': specifier('own', (value) =>
    /\.[cm]?js$/.test(value) ? value.replace(/\.[cm]?js$/, '') : `${value}.jsx`,
  ),
  'package-misspelt': specifier('package', (value, random) => tail(value, (name) => misspelt(name, random))),
  'data-path-misspelt': onNodes('path', ({ node, parents: [up] }) => {
    const isPath =
      node.type === 'Literal' &&
      typeof node.value === 'string' &&
      /^[\w./-]+(?:\/[\w-]+|\.(?:json|ya?ml|sql|html|csv|txt|md|ndjson))$/.test(node.value);
    if (!isPath || specifierOf(node, up) !== null || /^\//.test(node.value)) return null;
    return (random) => [
      { start: node.start + 1, end: node.end - 1, text: tail(node.value, (name) => misspelt(name, random)) },
    ];
  }),
  'file-moved': {
    cause: 'path',
    places: ({ file, text }) =>
      isCode(file, text)
        ? [
            ({ pick }) => {
              const [folder, name] = [path.dirname(file), path.basename(file)];
              const other = pick(['lib', 'core', 'helpers', ...(folder === '.' ? [] : ['..'])]);
              return [{ move: [file, path.join(folder, other, name)] }];
            },
          ]
        : [],
  },
  'file-deleted': {
    cause: 'file',
    history: true,
    places: ({ file }) =>
      /package\.json$|README|\.gitignore|example/.test(file) ? [] : [() => [{ file, remove: true }]],
  },
  'mark-dropped': onText('syntax', code, /[(){}[\]'"`,;:]/g, () => ''),
  'mark-doubled': onText('syntax', code, /[(){}[\]'`,]/g, (mark) => mark + mark),
  'keyword-misspelt': onText(
    'syntax',
    code,
    /\b(?:const|let|return|function|async|await|import|export|from|class|throw|new|default|if|else|for|of)\b/g,
    misspelt,
  ),
  'arrow-slipped': onText('syntax', code, /=>/g, (_, { pick }) => pick(['=', '>', '->', ''])),
  'await-dropped': onNodes('async', ({ node }, { text }) =>
    node.type === 'AwaitExpression' ? dropTo(text, node, node.argument) : null,
  ),
  'async-dropped': onText('syntax', code, /\basync (?=\(|function|\w+\s*\()/g, () => ''),
  'return-dropped': onNodes('other', ({ node }, { text }) =>
    node.type === 'ReturnStatement' && node.argument !== null
      ? dropTo(text, { start: node.start, end: node.argument.end }, node.argument)
      : null,
  ),
  'new-dropped': onNodes('other', ({ node }) =>
    node.type === 'NewExpression' ? () => [{ start: node.start, end: node.start + 4, text: '' }] : null,
  ),
  'const-for-let': onText('other', code, /\blet\b/g, () => 'const'),
  'set-up-dropped': onNodes('middleware', ({ node }, { text }) => (isSetUp(node) ? dropped(text, node) : null)),
  'set-up-late': onNodes('middleware', ({ node, parents: [up] }, { text }) => {
    const rest = isSetUp(node) && Array.isArray(up.body) ? up.body.slice(up.body.indexOf(node) + 1) : [];
    if (rest.length === 0) return null;
    return ({ pick }) => {
      const after = pick(rest);
      return [
        cut(lines(text, node)),
        { start: after.end, end: after.end, text: `\n${text.slice(node.start, node.end)}` },
      ];
    };
  }),
  'arguments-swapped': onNodes('other', ({ node }, { text }) => {
    const [first, second] = node.type === 'CallExpression' ? node.arguments : [];
    return second === undefined
      ? null
      : () => [cut(first, text.slice(second.start, second.end)), cut(second, text.slice(first.start, first.end))];
  }),
  'argument-dropped': onNodes('other', ({ node }) =>
    node.type === 'CallExpression' && node.arguments.length > 1
      ? () => [{ start: node.arguments.at(-2).end, end: node.arguments.at(-1).end, text: '' }]
      : null,
  ),
  'error-first-swapped': onNodes('other', ({ node }, { text }) => {
    const [first, second] = /Function/.test(node.type) ? node.params : [];
    return /^e(?:rr(?:or)?)?$/.test(first?.name) && second !== undefined
      ? () => [cut(first, text.slice(second.start, second.end)), cut(second, first.name)]
      : null;
  }),
  'guard-dropped': onNodes('null', ({ node }, { text }) =>
    node.type === 'IfStatement' &&
    node.alternate === null &&
    /^\{?\s*(?:return|throw)\b/.test(text.slice(node.consequent.start, node.consequent.end))
      ? dropped(text, node)
      : null,
  ),
  'optional-dropped': onText('null', code, /\?\.(?=\w)/g, () => '.'),
  'default-dropped': onNodes('null', ({ node }, { text }) =>
    node.type === 'LogicalExpression' && node.operator !== '&&'
      ? dropTo(text, node, node.left)
      : node.type === 'AssignmentPattern'
        ? dropTo(text, node, node.left)
        : null,
  ),
  'conversion-dropped': onNodes('data', ({ node }, { text }) =>
    node.type === 'CallExpression' &&
    /^(?:Number|String|parseInt|BigInt|Boolean|JSON\.(?:parse|stringify))$/.test(
      text.slice(node.callee.start, node.callee.end),
    )
      ? dropTo(text, node, node.arguments[0])
      : null,
  ),
  'string-for-number': onNodes('data', ({ node }) =>
    node.type === 'Literal' && typeof node.value === 'number' ? () => [cut(node, `'${node.raw}'`)] : null,
  ),
  'sql-word-misspelt': inSql((sql, at) =>
    [...sql.matchAll(/[A-Za-z_]{3,}/g)].map((match) => (random) => [
      { start: at + match.index, end: at + match.index + match[0].length, text: misspelt(match[0], random) },
    ]),
  ),
  'sql-mark-dropped': inSql((sql, at) =>
    [...sql.matchAll(/[(),=?]/g)].map((match) => () => [
      { start: at + match.index, end: at + match.index + 1, text: '' },
    ]),
  ),
  'sql-file-misspelt': onText('sql', /\.sql$/, /\b[a-z_]{3,}\b/gi, misspelt),
  'config-key-misspelt': onText(
    'config',
    /(?:config|settings|site).*\.(?:json|ya?ml)$/,
    /(?<=^[\s{,]*"?)[a-zA-Z]\w+(?="?\s*:)/gm,
    misspelt,
  ),
  'data-key-misspelt': onText('data', /data\/.*\.(?:json|ndjson)$/, /(?<=")[a-zA-Z]\w+(?="\s*:)/g, misspelt),
  'file-mark-dropped': onText('syntax', /\.(?:json|ya?ml)$/, /[{}[\]",:]/g, () => ''),
  'trailing-comma': onText('syntax', /\.json$/, /(?<=["\w}\]])(?=\s*[}\]])/g, () => ','),
  'value-type': onText(
    'config',
    /(?:config|settings|site).*\.(?:json|ya?ml)$/,
    /(?<=:\s*)(?:-?[\d.]+|true|false)(?=\s*[,}\n])/g,
    (value) => `"${value}"`,
  ),
  'exports-key-renamed': onNodes('import', ({ node, parents: [up, above, assigned] }) => {
    const isListed =
      isKey(node, up) &&
      assigned?.type === 'AssignmentExpression' &&
      assigned.right === above &&
      isExports(assigned.left);
    const isAssigned =
      isMember(node, up) && above.type === 'AssignmentExpression' && above.left === up && isExports(up.object);
    if (!isListed && !isAssigned) return null;
    return (random) => {
      const name = random.next() < 0.5 ? renamed(node.name, random) : misspelt(node.name, random);
      return [cut(node, up.shorthand ? `${name}: ${node.name}` : name)];
    };
  }),
  'path-case': specifier('own', otherCase),
  'data-path-depth': onNodes('path', ({ node, parents: [up] }, { text }) => {
    const isStep =
      node.type === 'Literal' &&
      typeof node.value === 'string' &&
      specifierOf(node, up) === null &&
      /^\.{1,2}(?:\/|$)/.test(node.value);
    const isBase = node.type === 'Identifier' && node.name === '__dirname' && up.type === 'CallExpression';
    if (!isStep && !isBase) return null;
    if (isBase) return () => [{ start: node.end, end: node.end, text: ", '..'" }];
    const less = node.value.replace(/^\.{1,2}(?:\/|$)/, '');
    return ({ pick }) => {
      const value = pick([less === '' ? '.' : `./${less}`, `../${node.value.replace(/^\.\//, '')}`]);
      return [{ start: node.start, end: node.end, text: `${text[node.start]}${value}${text[node.start]}` }];
    };
  }),
  'this-dropped': onNodes('name', ({ node }, { text }) =>
    node.type === 'MemberExpression' && node.object.type === 'ThisExpression' && node.property.type === 'Identifier'
      ? dropTo(text, node, node.property)
      : null,
  ),
  'template-quoted': onNodes('syntax', ({ node, parents: [up] }) =>
    node.type === 'TemplateLiteral' && node.expressions.length > 0 && up.type !== 'TaggedTemplateExpression'
      ? ({ pick }) =>
          [pick([`'`, '"'])].flatMap((mark) => [
            { start: node.start, end: node.start + 1, text: mark },
            { start: node.end - 1, end: node.end, text: mark },
          ])
      : null,
  ),
  'equals-slipped': onText('syntax', code, /(?<= )(?:===|!==|=)(?= )/g, (mark, { pick }) =>
    pick(mark === '=' ? ['==', ':', '-', ''] : mark === '===' ? ['=', '== =', '===='] : ['!', '=!', '!= =']),
  ),
  'mark-exchanged': onText('syntax', code, /[(){}[\]'`,;.]/g, (mark, { pick }) => pick(neighbours[mark])),
  'line-doubled': onText('syntax', code, /^[ \t]*\S.*\n/gm, (line) => line + line),
  'spread-dropped': onText('syntax', code, /\.\.\.(?=[\w(])/g, () => ''),
  'yaml-step-slipped': onText('config', /\.ya?ml$/, /^ *(?=[\w-])/gm, (step, { pick }) =>
    pick([`${step} `, `${step}  `, step.slice(1), '\t']),
  ),
  // No repair may write `.env` (POL-3).
  'env-name-misspelt': { expect: 'ask', ...onText('config', /\.env$/, /^\w+(?==)/gm, misspelt) },
  'env-line-dropped': { expect: 'ask', ...onText('config', /\.env$/, /^\w+=.*\n/gm, () => '') },
  ...markOperators,
};
