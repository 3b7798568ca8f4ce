export function slug(text) {
  return text
    .normalize('NFKD')
    .replace(/[^\w\s-]/g, '')
    .trim()
    .toLowerCase()
    .replace(/\s+/g, '-');
}

export function fill(template, values) {
  return template.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));
}

export function csv(rows) {
  return rows.map((row) => row.map((cell) => (/[",]/.test(cell) ? JSON.stringify(cell) : cell)).join(',')).join('\n');
}
