/** The table of settings as other people read it: JSON Schema and docs/configuration.md. */
import { entries, type Entry, type Setting } from './schema.ts';
import type { LoadedConfig, Origin } from './load.ts';
import { valueAt } from './reload.ts';
import { allowed } from './validate.ts';

/** Every setting with its value, where that came from, and its variable; of a secret only whether it is set. */
export function shownSettings(
  config: LoadedConfig,
): Record<string, { value: unknown; source: Origin; variable: string }> {
  const rows = entries.map(({ key, variable, setting }) => {
    const value = valueAt(config.settings, key);
    const shown = setting.secret && value !== null ? 'set' : value;
    return [key, { value: shown, source: config.sources[key] ?? 'default', variable }] as const;
  });
  return Object.fromEntries(rows);
}

/** JSON Schema (draft 2020-12) of a kintsugi.config.json. */
export function jsonSchema(): object {
  const properties: Record<string, Record<string, unknown>> = { $schema: { type: 'string' } };
  for (const { key, setting } of entries.filter((entry) => !entry.setting.variableOnly)) {
    const [section, name] = key.includes('.') ? key.split('.') : [null, key];
    if (section === null) properties[key] = describeSetting(setting);
    else Object.assign(sectionOf(properties, section ?? ''), { [name ?? '']: describeSetting(setting) });
  }
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Kintsugi configuration',
    type: 'object',
    additionalProperties: false,
    properties,
  };
}

function sectionOf(properties: Record<string, Record<string, unknown>>, section: string): object {
  properties[section] ??= { type: 'object', additionalProperties: false, properties: {} };
  return properties[section]['properties'] as object;
}

function describeSetting(setting: Setting): Record<string, unknown> {
  return { description: docOf(setting), default: setting.fallback, ...shape(setting) };
}

/** With what keeps it from working in this version, or at once. */
function docOf({ doc, awaits, fromStart }: Setting): string {
  if (awaits !== undefined) return `${doc} (Does nothing yet: this version has no ${awaits}.)`;
  return fromStart ? `${doc} (A change counts from the next \`kintsugi run\`.)` : doc;
}

function shape(setting: Setting): Record<string, unknown> {
  const text = setting.choices
    ? { enum: setting.choices }
    : { type: 'string', minLength: 1, ...(setting.item && { pattern: setting.item.pattern.source }) };
  const texts = { type: 'array', items: text };
  const numeric = { type: setting.fraction ? 'number' : 'integer', minimum: setting.min, maximum: setting.max };
  switch (setting.kind) {
    case 'boolean':
      return { type: 'boolean' };
    case 'number':
      return setting.choices ? { anyOf: [numeric, { enum: setting.choices }] } : numeric;
    case 'text':
      return { type: ['string', 'null'], minLength: 1 };
    case 'choice':
      return { enum: setting.choices };
    case 'list':
      return setting.plain ? { anyOf: [text, texts] } : texts;
    case 'record':
      return { type: 'object', additionalProperties: { type: 'string' } };
    case 'rows':
      return { type: 'array', items: rowShape(setting) };
  }
}

function rowShape({ fields = [], shapes = {} }: Setting): object {
  const properties = Object.fromEntries(
    fields.map((field) => [field, { type: 'string', minLength: 1, pattern: shapes[field]?.pattern.source }]),
  );
  return { type: 'object', additionalProperties: false, required: fields, properties };
}

const intro = `# Configuration

Nothing has to be configured. Where you want something else, write \`kintsugi.config.mjs\` (\`kintsugi init\` writes one with
every setting in a comment), \`.ts\`, \`.js\` (these export the settings as default) or \`.json\` beside your package.json, or name a
file with \`--config\`.

A flag of the command line counts first, then the variable, then the file, then the default; \`kintsugi doctor --json\` shows each
value with where it came from. An unknown key or a value that is not allowed is an error that names it. In variables, lists and
objects are JSON. A changed file is read again between incidents; an invalid one is refused and the last good one stays. How the
server is kept (\`restart\`, \`shutdown\`, \`memory\`, \`sockets\`, \`workers\`, \`standby\`, \`health\`, \`logs\`, \`shed\`, \`sensing\`) is read when
\`kintsugi run\` starts: end it with Ctrl-C and start it again for that.

This page is made from the table in \`src/config/schema.ts\`; a test compares them.
`;

/** The text of docs/configuration.md. */
export function configurationPage(): string {
  const blocks = entries.map(entryBlock);
  return [intro, ...blocks].join('\n');
}

function entryBlock({ key, variable, setting }: Entry): string {
  const fallback = setting.fallback === null ? 'none' : `\`${JSON.stringify(setting.fallback)}\``;
  const where = setting.variableOnly ? `only by the variable \`${variable}\`` : `variable \`${variable}\``;
  return `### \`${key}\`\n\n${docOf(setting)}\n\nAllowed: ${allowed(setting)} · default: ${fallback} · ${where}\n`;
}

/** The text of the file that \`kintsugi init\` writes: every setting, each in a comment with its default. `rows` of `trial.services` count with `consent`. */
export function initialFile(rows: readonly string[], consent: boolean): string {
  const lines: string[] = [];
  let open: string | null = null;
  for (const { key, setting } of entries.filter((entry) => !entry.setting.variableOnly)) {
    const [section, name] = key.includes('.') ? (key.split('.') as [string, string]) : [null, key];
    if (open !== null && open !== section) lines.push('  // },');
    if (section !== null && open !== section) lines.push('', `  // ${section}: {`);
    open = section;
    const indent = section === null ? '  //' : '  //  ';
    lines.push(
      `${indent} ${docOf(setting)} Allowed: ${allowed(setting)}.`,
      `${indent} ${name}: ${JSON.stringify(setting.fallback)},`,
    );
  }
  if (open !== null) lines.push('  // },');
  return `// Settings of Kintsugi. Each line shows a default: take the slashes away from what you want to change.\nexport default {\n${[...consented(rows, consent), ...lines].join('\n')}\n};\n`;
}

function consented(rows: readonly string[], consent: boolean): string[] {
  if (rows.length === 0) return [];
  const lead = consent ? '  ' : '  // ';
  return [
    '  // The services in use: with these rows trials may read there, with the logins of the server; writes are refused.',
    `${lead}trial: { services: [${rows.join(', ')}] },`,
    '',
  ];
}
