import { check } from '../cases.test-helper.ts';
import type { Case } from '../cases.test-helper.ts';
import { templatedValue } from './templated-value.ts';

const site = 'title: Harbour News\nbaseUrl: https://news.example.com\nzone: Europe/Berlin\nmode: production\n';
const files = (is: string, was: string): Record<string, string> => ({
  'config/site.yml': site.replace(was, is),
  'config/site.example.yml': site,
  'site.js': "exports.site = parse(readFileSync('config/site.yml', 'utf8'));\n",
});
const refused = (value: string): Pick<Case, 'class' | 'message'> => ({
  class: 'unknown',
  message: `Error: config/site.yml: this is not right: ${value}`,
});

check(templatedValue, [
  {
    ...refused('news.example.com'),
    name: 'the scheme of an address is lost',
    files: files('news.example.com', 'https://news.example.com'),
    first: { 'config/site.yml': site },
  },
  {
    ...refused('"Europe/Berln"'),
    name: 'a time zone is misspelt',
    files: files('Europe/Berln', 'Europe/Berlin'),
    first: { 'config/site.yml': site },
  },
  {
    ...refused('prod'),
    name: 'the end of a word is lost',
    files: files('prod', 'production'),
    first: { 'config/site.yml': site },
  },
  {
    ...refused('ftp://files.example.org'),
    name: 'the owner has quite another value',
    files: files('ftp://files.example.org', 'https://news.example.com'),
    first: null,
  },
  {
    ...refused('news.example.com/feed'),
    name: 'what is refused is more than that value',
    files: files('news.example.com', 'https://news.example.com'),
    first: null,
  },
  {
    ...refused('news.example.com'),
    name: 'there is no template',
    files: { 'config/site.yml': site.replace('https://', '') },
    first: null,
  },
  {
    ...refused('news.example.com'),
    name: 'two settings have that value',
    files: Object.fromEntries(
      Object.entries(files('news.example.com', 'https://news.example.com')).map(([path, text]) => [
        path,
        path.endsWith('.js')
          ? text
          : text.replace('Harbour News', path.includes('example') ? 'news.example.community' : 'news.example.com'),
      ]),
    ),
    first: null,
  },
]);
