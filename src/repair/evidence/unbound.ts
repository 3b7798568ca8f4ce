/** What a statement of SQL was given nothing for. */

/** The column that must be set and was not. */
export function unsetColumn(message: string): string | undefined {
  const [, one, other] = /NOT NULL constraint failed: (?:\w+\.)?(\w+)|null value in column "(\w+)"/.exec(message) ?? [];
  return one ?? other;
}

/** Of the name of a value: is it of the column, or the parameter, that the message says had none? `hutCode` is of `hut_code`. */
export function unboundIn(message: string): (name: string) => boolean {
  const parameter = /Missing named parameter "(\w+)"/.exec(message)?.[1];
  const said = [unsetColumn(message), parameter].flatMap((each) => (each === undefined ? [] : plain(each)));
  return (name) => said.includes(plain(name));
}

function plain(name: string): string {
  return name.replaceAll('_', '').toLowerCase();
}
