/** Loops that cannot end, and the step that lets them. */
import { check } from '../cases.test-helper.ts';
import { endlessLoop } from './endless-loop.ts';

const frozen = { class: 'freeze' as const, message: 'the event loop is blocked' };

check(endlessLoop, [
  {
    name: 'counts the wrong way',
    ...frozen,
    files: { 'a.js': 'for (let i = 0; i < list.length; i--) use(list[i]);\n' },
    first: { 'a.js': 'for (let i = 0; i < list.length; i++) use(list[i]);\n' },
  },
  {
    name: 'counts the name of the loop around',
    ...frozen,
    files: { 'a.js': 'for (let i = 0; i < 3; i++) {\n  for (let j = 0; j < 3; i++) use(i, j);\n}\n' },
    first: { 'a.js': /j < 3; j\+\+\)/ },
  },
  {
    name: 'sets another name than it asks',
    ...frozen,
    files: {
      'a.js':
        'export function trail(slug) {\n  const found = [];\n  let current = slug;\n  while (current !== null) {\n    found.push(current);\n    slug = rows[current].parent;\n  }\n  return found;\n}\n',
    },
    first: { 'a.js': /\n {4}current = rows\[current\]\.parent;/ },
  },
  {
    name: 'never counts',
    ...frozen,
    files: { 'a.js': 'let i = 0;\nwhile (i < list.length) {\n  use(list[i]);\n}\n' },
    first: { 'a.js': /use\(list\[i\]\);\n {2}i \+= 1;\n\}/ },
  },
  {
    name: 'goes on before it counts',
    ...frozen,
    files: { 'a.js': 'let i = 0;\nwhile (i < list.length) {\n  if (!list[i]) continue;\n  use(list[i]);\n  i++;\n}\n' },
    first: { 'a.js': /if \(!list\[i\]\) \{ i\+\+; continue; \}/ },
  },
  {
    name: 'ends by what it calls',
    ...frozen,
    files: {
      'a.js':
        'while (queue.length > 0) {\n  use(queue.shift());\n}\nfor (let i = 9; i > 0; i--) use(i);\nlet open = true;\nwhile (open) {\n  open = more();\n}\n',
    },
    first: null,
  },
  {
    name: 'goes on before what its condition hangs on, by another name: what it counts is not for that day',
    ...frozen,
    files: {
      'a.js':
        'while (left > 0) {\n  const next = after(current);\n  if (!open(next)) continue;\n  current = next;\n  left -= 1;\n}\n',
    },
    first: { 'a.js': /if \(!open\(next\)\) \{ current = next; continue; \}\n  current = next;\n  left -= 1;/ },
  },
  {
    name: 'goes on before both: what the condition asks changes, a page that is skipped is no page that is left',
    ...frozen,
    files: {
      'a.js':
        'while (left > 0) {\n  const row = rows[at];\n  if (row.hidden) {\n    continue;\n  }\n  use(row);\n  at += 1;\n  left--;\n}\n',
    },
    first: { 'a.js': /\{\n    at \+= 1; continue;\n  \}/ },
  },
  {
    name: 'asks for something that each turn reads anew: it may end',
    ...frozen,
    files: {
      'a.js': 'while (left > 0) {\n  const line = read();\n  if (!line) continue;\n  use(line);\n  left -= 1;\n}\n',
    },
    first: null,
  },
]);
