import { readdir, readFile } from 'node:fs/promises';
import { renderMarkdown } from './markdown.js';

const folder = new URL('../../content/', import.meta.url);

function parseArticle(name, text) {
  const [, header, markdown] = /^---\n(.*?)\n---\n(.*)$/s.exec(text);
  const fields = Object.fromEntries(header.split('\n').map((line) => line.split(': ')));
  const [, date, slug] = /^(\d{4}-\d{2}-\d{2})-(.+)\.md$/.exec(name);
  const tags = fields.tags ? fields.tags.split(',').map((tag) => tag.trim()) : [];
  return { slug, date: new Date(date), title: fields.title, author: fields.author, tags, html: renderMarkdown(markdown) };
}

export async function loadArticles() {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.md'));
  const articles = await Promise.all(
    names.map(async (name) => parseArticle(name, await readFile(new URL(name, folder), 'utf8'))),
  );
  return articles.sort((a, b) => b.date - a.date);
}
