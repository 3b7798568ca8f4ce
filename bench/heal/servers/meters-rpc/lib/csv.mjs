/** Rows of a CSV text as objects by the names of its first line. */
export function parseCsv(text, separator) {
  const [head, ...lines] = text.trim().split('\n');
  const names = head.split(separator);
  return lines.map((line) => {
    const cells = line.split(separator);
    return Object.fromEntries(names.map((name, index) => [name, cells[index]]));
  });
}

export function toCsv(names, rows) {
  return [names, ...rows.map((row) => names.map((name) => row[name]))].map((cells) => cells.join(',')).join('\n');
}
