import assert from 'node:assert/strict';
import { test } from 'node:test';
import { treeOf } from '../repair/recipes/cases.test-helper.ts';
import { isMisplaced, isUnmade } from './misplaced.ts';

const code = `const config = load('desk.json');
const texts = (lang) => path.join(__dirname, '..', 'locales', \`\${lang}.yml\`);
const kb = path.join(__dirname, '..', 'content', 'kb');
const list = () => fs.readdirSync(kb).filter((name) => name.endsWith('.md'));
const mail = (name) => fs.readFileSync(path.join(mails, name + '.txt'), 'utf8');
const taxes = fs.readFileSync('data/taxes.csv', 'utf8');
res.type('html');
const footer = path.join(root, 'partials', 'footer.html');
app.get('/articles', require('./lib/articles'));
`;
const source = { 'src/app.js': code, 'src/lib/articles.js': '' };

const cases: readonly {
  readonly name: string;
  readonly files: Readonly<Record<string, string>>;
  readonly file: string;
  readonly served?: string;
  readonly all?: readonly string[];
  readonly is: boolean;
}[] = [
  { name: 'in another folder', files: { 'web/parts/footer.html': '' }, file: 'partials/footer.html', is: true },
  {
    name: 'in several other folders',
    files: { 'web/footer.html': '', 'old/footer.html': '' },
    file: 'partials/footer.html',
    is: false,
  },
  { name: 'that the client named', files: { 'pub/a/x.css': '' }, file: 'pub/x.css', served: 'pub', is: false },
  { name: 'with another ending', files: { 'mails/order.tmpl': '' }, file: 'mails/order.txt', is: true },
  {
    name: 'one of two endings that the code tries',
    files: { 'conf/default.yaml': '' },
    file: 'conf/default.toml',
    all: ['conf/default.json', 'conf/default.toml'],
    is: false,
  },
  { name: 'with an ending that the code reads', files: { 'kb/a.md': '' }, file: 'kb/a.html', is: false },
  { name: 'in another case', files: { 'pub/App.svg': '' }, file: 'pub/app.svg', served: 'pub', is: true },
  { name: 'by a plural', files: { 'data/tax.csv': '' }, file: 'data/taxes.csv', is: true },
  { name: 'of which there are many', files: { 'data/2025.csv': '' }, file: 'data/2026.csv', is: false },
  {
    name: 'by another name, which nobody says',
    files: { 'conf/desk.config.json': '' },
    file: 'conf/desk.json',
    is: true,
  },
  {
    name: 'by another name, alone in its folder',
    files: { 'partials/default.html': '' },
    file: 'partials/footer.html',
    is: true,
  },
  { name: 'beside a sample of it', files: { 'conf/desk.example.json': '' }, file: 'conf/desk.json', is: false },
  { name: 'that falls back to a shorter one', files: { 'i18n/en.json': '' }, file: 'i18n/en-US.json', is: false },
  {
    name: 'that is looked for upwards',
    files: { 'tool.html': '' },
    file: 'a/tool.html',
    all: ['a/b/tool.html'],
    is: false,
  },
  { name: 'below a folder called almost so', files: { 'locale/en.yml': '' }, file: 'locales/de.json', is: true },
  {
    name: 'a folder, in whose place is one that nobody reads',
    files: { 'content/articles/a.md': '' },
    file: 'content/kb',
    is: true,
  },
  {
    name: 'a folder, in whose place is one with what nobody reads',
    files: { 'content/images/a.png': '' },
    file: 'content/kb',
    is: false,
  },
];

for (const { name, files, file, served = null, all = [], is } of cases)
  test(`CLI-6 a file asked for in vain that lies elsewhere: ${name}`, () => {
    const tree = treeOf({ ...source, ...files });
    assert.equal(isMisplaced(tree, { file, served, all: [...all, file], callers: ['src/app.js'] }), is);
  });

test('CLI-6 what is written has no folder to lie in, unless somebody makes one', () => {
  const writer = "writeFile(path.join('var/sessions', id), '{}');\n";
  const missing = (text: string, file = 'var/sessions/a.json'): boolean =>
    isUnmade(treeOf({ 'src/app.js': text }), { file, callers: ['src/app.js'] });
  assert.equal(missing(writer), true);
  assert.equal(missing(`await mkdir('var/sessions', { recursive: true });\n${writer}`), false);
  assert.equal(missing(writer.replace('writeFile', 'readFile')), false);
  assert.equal(missing(writer, 'cache/a.json'), false, 'of which the code does not speak');
});
