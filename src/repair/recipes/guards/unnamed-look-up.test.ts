import { check } from '../cases.test-helper.ts';
import { forgottenGuard } from './forgotten-guard.ts';

const reading = (name: string) => ({
  class: 'type' as const,
  message: `Cannot read properties of undefined (reading '${name}')`,
  named: { property: name, nullish: 'undefined' as const },
});

const service = (of: string, body: string, more = ''): string =>
  `import { NotFound } from './errors.ts';\nexport class ${of}Service {\n  constructor(private store: Store) {}\n  require(id: number) {\n${body}  }\n${more}}\n`;
const guarded = (of: string): string =>
  `    const ${of} = this.store.${of}s.get(id);\n    if (!${of}) throw new NotFound('${of}', id);\n    return ${of};\n`;
const named = '  profile(id: number) {\n    const member = this.require(id);\n    return member.name;\n  }\n';

check(forgottenGuard, [
  {
    name: 'what TypeScript was told is there, given back as it was found',
    ...reading('name'),
    files: {
      'loans.ts': service('Loan', guarded('loan')),
      'members.ts': service('Member', '    return this.store.members.get(id)!;\n', named),
    },
    at: [['members.ts', 'member.‸name']],
    first: {
      'members.ts': service('Member', guarded('member'), named),
    },
  },
  {
    name: 'behind a method of which other classes have one by the same name',
    ...reading('name'),
    files: {
      'loans.ts': service('Loan', guarded('loan')),
      'costumes.ts': service('Costume', guarded('costume')),
      'members.ts': service('Member', guarded('member').replace(/ {4}if .*\n/, ''), named),
    },
    at: [['members.ts', 'member.‸name']],
    first: { 'members.ts': service('Member', guarded('member'), named) },
  },
  {
    name: 'by a key that is written otherwise for the look-up, and not found',
    ...reading('title'),
    files: {
      'a.ts': `import { NotFound } from './errors.ts';\n${guarded('loan').replaceAll('this.', '').replace(/^/, 'function loan(id) {\n')}}\nfunction byCode(code: string) {\n  const loan = store.loans.find((row) => row.code === code.toUpperCase())!;\n  return loan.title;\n}\n`,
    },
    at: [['a.ts', 'loan.‸title']],
    first: { 'a.ts': /toUpperCase\(\)\)!?;\n\s+if \(!loan\) throw new NotFound\('loan', code\);/ },
  },
  {
    name: 'a row that is handed on as it was found, where the callers ask whether there is one',
    ...reading('id'),
    files: {
      'rows.js':
        "const toRow = (row) => ({ id: row.id });\nfunction find(id) {\n  return toRow(db.one('SELECT * FROM rows WHERE id = ?', id));\n}\nmodule.exports = { find };\n",
      'app.js':
        "const rows = require('./rows');\nrouter.get('/rows/:id', (ctx) => {\n  const row = rows.find(ctx.params.id);\n  if (!row) ctx.throw(404, 'no such row');\n  ctx.body = row;\n});\n",
    },
    at: [
      ['rows.js', 'row.‸id'],
      ['rows.js', '‸toRow(db'],
    ],
    first: {
      'rows.js': /const row = db\.one\('SELECT[^\n]+, id\);\n {2}if \(!row\) return null;\n {2}return toRow\(row\);/,
    },
  },
  {
    name: 'a thing that has another name here keeps the word that is said of it',
    ...reading('kind'),
    files: {
      'a.ts':
        "import { missing } from './problem.ts';\nexport const show = async (id: string) => {\n  const tree = await treeRepo.byId(id);\n  if (!tree) throw missing('tree');\n  return tree;\n};\nexport const add = async (id: string) => {\n  const found = await treeRepo.byId(id);\n  return found.kind;\n};\n",
    },
    at: [['a.ts', 'found.‸kind']],
    first: { 'a.ts': /if \(!found\) throw missing\('tree'\);/ },
  },
  {
    name: 'a repository is named after what it holds',
    ...reading('name'),
    files: {
      'a.ts':
        "import { missing } from './problem.ts';\nexport const show = async (id: string) => {\n  const tree = await treeRepo.byId(id);\n  if (!tree) throw missing('tree');\n  return tree;\n};\nasync function picker(id: string) {\n  return (await pickerRepo.byId(id))!;\n}\nexport const name = async (id: string) => {\n  const one = await picker(id);\n  return one.name;\n};\n",
    },
    at: [['a.ts', 'one.‸name']],
    first: { 'a.ts': /throw missing\('picker'\);/ },
  },
  {
    name: 'not what is given back by a call that looks nothing up',
    ...reading('name'),
    files: {
      'loans.ts': service('Loan', guarded('loan')),
      'members.ts': service('Member', '    return this.store.members.create(id)!;\n', named),
    },
    at: [['members.ts', 'member.‸name']],
    first: null,
  },
]);
