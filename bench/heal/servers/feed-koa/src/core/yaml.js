function scalar(text) {
  if (/^-?\d+(\.\d+)?$/.test(text)) return Number(text);
  if (text === 'true' || text === 'false') return text === 'true';
  return text.replace(/^(['"])(.*)\1$/, '$2');
}

/** Mappings of mappings and scalars; two spaces a level. */
export function parseYaml(text) {
  const root = {};
  const levels = [root];
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '' || line.trim().startsWith('#')) continue;
    const match = /^( *)([\w-]+):(?: (.*))?$/.exec(line);
    if (!match) throw new SyntaxError(`site.yml:${index + 1}: cannot read "${line.trim()}"`);
    const [, indent, key, value] = match;
    const depth = indent.length / 2;
    const parent = levels[depth];
    if (value === undefined || value === '') {
      parent[key] = {};
      levels[depth + 1] = parent[key];
    } else {
      parent[key] = scalar(value.trim());
    }
  }
  return root;
}
