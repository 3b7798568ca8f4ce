import { check } from '../cases.test-helper.ts';
import { linkedFile } from './linked-file.ts';

const missing = (file: string, url: string) => ({
  class: 'missing_file' as const,
  message: `ENOENT: no such file or directory, stat '/app/${file}'`,
  named: { code: 'ENOENT', path: file, syscall: 'stat' },
  request: { method: 'GET', url },
});
const server = "app.use(express.static('public'));\n";
const page = '<link rel="stylesheet" href="/css/site.css"><img src="img/logo.svg">\n';
const css = 'body{margin:0}\n';

check(linkedFile, [
  {
    name: 'a near name that nothing leads to, where a page leads to the one asked for',
    ...missing('public/css/site.css', '/css/site.css?v=2'),
    files: { 'server.js': server, 'public/index.html': page, 'public/css/sites.css': css },
    first: { 'public/css/site.css': css },
    ask: null,
  },
  {
    name: 'in another folder, where a page leads to it by a relative path',
    ...missing('public/img/logo.svg', '/img/logo.svg'),
    files: { 'server.js': server, 'public/index.html': page, 'public/logo.svg': '<svg/>\n' },
    first: { 'public/img/logo.svg': '<svg/>\n' },
    ask: null,
  },
  {
    name: 'another ending, in a folder that is listed',
    ...missing('content/about.md', '/pages/about'),
    files: {
      'server.js': "exports.nav = ['/pages/about'];\nexports.all = () => fs.readdirSync('content');\n",
      'content/about.txt': '# About\n',
      'content/prices.md': '# Prices\n',
    },
    first: { 'content/about.md': '# About\n' },
    ask: /under both names/,
  },
  {
    name: 'the page of a folder',
    ...missing('public/index.html', '/'),
    files: { 'server.js': server, 'public/indx.html': page, 'public/about.html': page },
    first: { 'public/index.html': page },
    ask: null,
  },
  {
    name: 'nothing leads to it: a client made the name up',
    ...missing('public/css/size.css', '/css/size.css'),
    files: { 'server.js': server, 'public/index.html': page, 'public/css/sites.css': css },
    first: null,
  },
  {
    name: 'a script that the server itself imports is no other name of one that a page asks for',
    ...missing('public/main.js', '/main.js'),
    files: {
      'server.js': "import './public/mian.js';\n",
      'public/index.html': '<script src="/main.js"></script>\n',
      'public/mian.js': 'go();\n',
    },
    first: null,
  },
  {
    name: 'the other one is led to as well: it is a file of its own',
    ...missing('public/css/site.css', '/css/site.css'),
    files: {
      'server.js': server,
      'public/index.html': page,
      'public/map.html': '<link href="/css/sites.css">\n',
      'public/css/sites.css': css,
    },
    first: null,
  },
]);
