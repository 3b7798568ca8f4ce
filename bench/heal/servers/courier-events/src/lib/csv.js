const quoted = (value) => (/[",\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value);

export function* csvLines(columns, rows) {
  yield `${columns.join(',')}\n`;
  for (const row of rows) yield `${columns.map((name) => quoted(String(row[name] ?? ''))).join(',')}\n`;
}
