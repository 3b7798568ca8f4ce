/** The text of docs/errors.md, made from the one table of faults. */
import { faultCodes } from '../src/kit/errors.ts';

const intro = `# Errors

Every command that ends with an error prints one line on stderr that says what is wrong and what to do next, and ends with the exit
code below. This page is made from the table in \`src/kit/errors.ts\`; a test compares them.

| code | exit | what to do next |
| --- | --- | --- |
`;

export function errorsPage(): string {
  const rows = Object.entries(faultCodes).map(
    ([code, { exit, next }]) => `| \`${code}\` | ${exit} | ${next.replaceAll('|', '\\|')} |\n`,
  );
  return intro + rows.join('');
}
