const quote = (value: unknown): string => {
  const text = String(value ?? '');
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

export function toCsvRow(cells: unknown[]): string {
  return `${cells.map(quote).join(',')}\r\n`;
}

/** A stream of CSV: the heading, then a row for each record. */
export function csvStream<T extends object>(columns: (keyof T & string)[], records: Iterable<T>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const rows = records[Symbol.iterator]();
  return new ReadableStream({
    start(controller) {
      controller.enqueue(encoder.encode(toCsvRow(columns)));
    },
    pull(controller) {
      const { value, done } = rows.next();
      if (done) return controller.close();
      controller.enqueue(encoder.encode(toCsvRow(columns.map((column) => value[column]))));
    },
  });
}
