/** Log lines that are JSON (pino, bunyan, winston, Nest): the error that a record tells of, as Node would have printed it. */

const recordMax = 262_144;
const depthMax = 3;

type Fields = Readonly<Record<string, unknown>>;

/** The lines that stand for this one: the printed error of a record that holds one; none where a record tells of ordinary work; itself else. */
export function unfoldRecord(line: string): readonly string[] {
  const from = line.indexOf('{"');
  if (from < 0 || from > 200 || line.length > recordMax || !line.trimEnd().endsWith('}')) return [line];
  const record = parsed(line.slice(from));
  if (record === null) return [line];
  const error = withStack(record, 0);
  if (error !== null) return printed(error, record);
  return isOrdinary(record['level']) ? [] : [line];
}

function parsed(text: string): Fields | null {
  try {
    const value: unknown = JSON.parse(text);
    return isFields(value) ? value : null;
  } catch {
    return null; // cut, or no JSON after all
  }
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The outermost object with a stack; that of the record itself is its error's, too. */
function withStack(fields: Fields, depth: number): Fields | null {
  if (typeof stackOf(fields) === 'string') return fields;
  if (depth === depthMax) return null;
  for (const value of Object.values(fields)) {
    const found = isFields(value) ? withStack(value, depth + 1) : null;
    if (found !== null) return found;
  }
  return null;
}

/** Winston puts the stack of an uncaught exception into the message. */
function stackOf(fields: Fields): string | undefined {
  const told = ['stack', 'trace', 'message', 'msg'].map((key) => fields[key]);
  return told.find((value): value is string => typeof value === 'string' && /\n\s{1,8}at \S/.test(value));
}

function printed(error: Fields, record: Fields): string[] {
  const lines = (stackOf(error) ?? '').trimEnd().split('\n');
  const beside = isFields(record['error']) ? record['error'] : {};
  const fields = ['code', 'syscall', 'address', 'port', 'hostname', 'path', 'status', 'statusCode'].flatMap((key) => {
    const value = error[key] ?? beside[key];
    return typeof value === 'string' || typeof value === 'number' ? [`  ${key}: ${quoted(value)},`] : [];
  });
  return fields.length === 0 ? lines : [...lines.slice(0, -1), `${lines.at(-1)} {`, ...fields, '}'];
}

function quoted(value: string | number): string {
  return typeof value === 'number' ? String(value) : `'${value.replace(/['\n]/g, ' ')}'`;
}

/** What logs of ordinary work call it; pino and bunyan count: 30 is info. */
function isOrdinary(level: unknown): boolean {
  if (typeof level === 'number') return level <= 30;
  return typeof level === 'string' && /^(?:trace|debug|verbose|silly|http|info|log|notice)$/i.test(level);
}
