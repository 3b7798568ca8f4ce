'use strict';

const tag = /\{\{(#each |\/each|)([^}]*)\}\}/g;

exports.tokenize = (source) => {
  const tokens = [];
  let last = 0;
  for (const match of source.matchAll(tag)) {
    if (match.index > last) tokens.push({ type: 'text', value: source.slice(last, match.index) });
    const type = match[1] === '#each ' ? 'open' : match[1] === '/each' ? 'close' : 'value';
    tokens.push({ type, value: match[2].trim() });
    last = match.index + match[0].length;
  }
  tokens.push({ type: 'text', value: source.slice(last) });
  return tokens;
};
