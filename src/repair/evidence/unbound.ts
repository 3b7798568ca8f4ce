/** What a statement of SQL was given nothing for. */

/** Of the name of a value: is it of the column, or the parameter, that the message says had none? `hutCode` is of `hut_code`. */
export function unboundIn(message: string): (name: string) => boolean {
  const said = patterns.flatMap((pattern) => pattern.exec(message)?.[1] ?? []).map(plain);
  return (name) => said.includes(plain(name));
}

const patterns = [
  /NOT NULL constraint failed: \w+\.(\w+)/,
  /null value in column "(\w+)"/,
  /Missing named parameter "(\w+)"/,
];

function plain(name: string): string {
  return name.replaceAll('_', '').toLowerCase();
}
