import assert from 'node:assert/strict';
import test from 'node:test';
import { check, contextOf, historyOf } from '../cases.test-helper.ts';
import type { Case } from '../cases.test-helper.ts';
import { jsonConfig } from '../settings/json-config.ts';
import { missingFile } from './missing-file.ts';

const store = {
  'store.js': "exports.works = () => JSON.parse(fs.readFileSync(path.join(root, 'works.json'), 'utf8'));\n",
  'data/terms.txt': 'x',
};
const given = (code: string, more: Partial<Case> = {}): Case => ({
  name: '',
  class: 'missing_file',
  message: `${code}: '/srv/project/data/works.json'`,
  named: { code, path: '/srv/project/data/works.json', syscall: code === 'EISDIR' ? 'read' : 'open' },
  files: store,
  at: [['store.js', '‸fs.readFileSync']],
  first: null,
  ...more,
});
const asked = async (one: Case): Promise<string | null> => (await missingFile.question?.(contextOf(one))) ?? null;

test('REP-8 a file that is gone and whose text nobody has: a person is asked for it, with who reads it', async () => {
  assert.match(
    (await asked(given('ENOENT'))) ?? '',
    /^data\/works\.json is not there, and neither .* git .*\(store\.js:1 reads it\): put it back, or tell the code where it lies$/,
  );
});

test('REP-8 what git has, and what a client alone asked for, is no question', async () => {
  const git = historyOf({ lost: { 'data/works.json': '[]' } });
  assert.equal(await asked(given('ENOENT', { context: { git } })), null);
  assert.equal(await asked(given('ENOENT', { request: { url: '/files/works.json' } })), null);
  assert.match((await asked(given('ENOENT', { request: { url: '/list' } }))) ?? '', /is not there/);
});

test('REP-8 a folder in the place of a file: what lies in it, and where its text is', async () => {
  const own = { ...store, 'data/works.json/works.json': '[]' };
  assert.match((await asked(given('EISDIR', { files: own }))) ?? '', /the file of that name lies in it.*: move it up$/);
  const folder = given('EISDIR', { named: { code: 'EISDIR', path: '/srv/project/data' } });
  assert.match(
    (await asked(folder)) ?? '',
    /^data is a folder, and is read as a file.*: it holds terms\.txt; which one/,
  );
});

test('REP-8 an empty folder where a file was: git is named where it has the text', async () => {
  const { tree } = contextOf(given('EISDIR'));
  const list = (path: string): readonly string[] => (path === 'data' ? ['works.json/'] : []);
  const context = { tree: { ...tree, list } };
  const empty = given('EISDIR', { context });
  assert.match((await asked(empty)) ?? '', /is an empty folder where a file is wanted.*put the file back$/);
  const git = historyOf({ show: { 'data/works.json': '[]' } });
  assert.match(
    (await asked({ ...empty, context: { ...context, git } })) ?? '',
    /git checkout HEAD -- data\/works\.json`$/,
  );
});

const json = (message: string, files: Readonly<Record<string, string>>, more: Partial<Case> = {}): Case =>
  given('', { class: 'config', message, named: {}, files: { ...store, ...files }, ...more });
const askedJson = async (one: Case): Promise<string | null> => (await jsonConfig.question?.(contextOf(one))) ?? null;

test('REP-8 a JSON file that holds nothing: a person is asked for its text, unless git has it', async () => {
  const empty = json('SyntaxError: Unexpected end of JSON input', { 'data/works.json': '' });
  assert.match((await askedJson(empty)) ?? '', /^data\/works\.json holds nothing, and neither/);
  const git = historyOf({ show: { 'data/works.json': '[]' } });
  assert.equal(await askedJson({ ...empty, context: { git } }), null);
  assert.equal(await askedJson(json('SyntaxError: Unexpected end of JSON input', { 'data/works.json': '[]' })), null);
});

test('REP-8 a JSON file that is no text of UTF-8: the encoding is told where the failure shows it', async () => {
  const tree = contextOf(json('', { 'data/works.json': '' })).tree;
  const context = { tree: { ...tree, read: (path: string) => (path.endsWith('.json') ? null : tree.read(path)) } };
  const utf16 = json(
    'SyntaxError: Unexpected token \'\uFFFD\', "\uFFFD\uFFFD[\u0000" is not valid JSON',
    {},
    { context },
  );
  assert.match((await askedJson(utf16)) ?? '', /^data\/works\.json is written in UTF-16 and is read as UTF-8/);
  const other = json('SyntaxError: Unexpected token \'P\', "PK" is not valid JSON', {}, { context });
  assert.equal(await askedJson(other), null);
});

const unnamed = (text: string): Case => ({
  ...given('EISDIR', { class: 'unknown', message: 'EISDIR: illegal operation on a directory, read' }),
  named: { code: 'EISDIR', syscall: 'read' },
  files: { ...store, 'data/works.json': '[]', 'store.js': text },
});

check(missingFile, [
  {
    ...unnamed("const root = path.join(__dirname, 'data');\nexports.terms = () => fs.readFileSync(path.join(root));\n"),
    name: 'the name of a file was left out, and what is made of it is called so',
    first: {
      'store.js':
        "const root = path.join(__dirname, 'data');\nexports.terms = () => fs.readFileSync(path.join(root, 'terms.txt'));\n",
    },
  },
  {
    ...unnamed("const dir = path.join(__dirname, 'data');\nconst works = JSON.parse(fs.readFileSync(dir));\n"),
    name: 'a folder that is handed over bare',
    first: { 'store.js': /readFileSync\(path\.join\(dir, 'works\.json'\)\)/ },
  },
  {
    ...unnamed("const dir = path.join(__dirname, 'data');\nconst rows = JSON.parse(fs.readFileSync(dir));\n"),
    name: 'a folder in which nothing is called like what is made of it: which one is a question',
    first: null,
  },
]);

test('REP-8 the folder of a read that names none is told of', async () => {
  const text = "const dir = path.join(__dirname, 'data');\nconst rows = JSON.parse(fs.readFileSync(dir));\n";
  assert.match((await asked(unnamed(text))) ?? '', /^data is a folder, .* it holds terms\.txt, works\.json; which one/);
});

const lookUp = (files: Readonly<Record<string, string>>): Case => ({
  ...given('', { class: 'unknown', named: {} }),
  message: 'Error: Failed to lookup view "about" in views directory "/srv/project/views"',
  files: { 'store.js': "fs.readFileSync;\nres.render('about');\n", ...files },
});

test('REP-8 a view that is gone: what has its text, else that nobody has it', async () => {
  assert.match((await asked(lookUp({ 'views/home.tpl': 'a' }))) ?? '', /^views\/about\.tpl is not there, and neither/);
  const git = historyOf({ lost: { 'views/about.tpl': 'one\ntwo\n' } });
  const renamed = { ...lookUp({ 'views/us.tpl': 'one\ntwo\n', 'views/home.tpl': 'a' }), context: { git } };
  assert.match(
    (await asked(renamed)) ?? '',
    /^views\/about\.tpl is not there, and views\/us\.tpl has the text that it had/,
  );
  assert.equal(await asked({ ...lookUp({ 'views/home.tpl': 'a' }), context: { git } }), null);
  assert.equal(await asked(lookUp({ 'pages/home.tpl': 'a' })), null);
});
