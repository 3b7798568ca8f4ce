/** Rows of a CSV text as objects, by its first line. */
export function parseCsv(text, { separator = ',' } = {}) {
  const [head, ...lines] = text.trim().split('\n').map((line) => splitLine(line, separator));
  return lines.map((cells) => Object.fromEntries(head.map((name, i) => [name, cells[i] ?? ''])));
}

function splitLine(line, separator) {
  const cells = [];
  let cell = '';
  let quoted = false;
  for (const char of line) {
    if (char === '"') quoted = !quoted;
    else if (char === separator && !quoted) {
      cells.push(cell);
      cell = '';
    } else cell += char;
  }
  return [...cells, cell];
}

export const toCell = (value) => {
  const text = value === null || value === undefined ? '' : String(value);
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};
