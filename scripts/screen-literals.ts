/** The text of src/triage/screen-literals.ts: for each rule of the screen strings of which every match holds at least one. */
import { RegExpParser, type AST } from '@eslint-community/regexpp';
import { rules } from '../src/triage/screen-rules.ts';

const intro = `/**
 * Made from the patterns by scripts/write-docs.ts, and compared with them by a test. One entry a rule, in the order of \`rules\`: a text
 * that matches the rule holds at least one of these. To compile all patterns takes a quarter of a second, and most texts need few.
 */
export const literals: readonly (readonly string[])[] = [
`;

export function screenLiterals(): string {
  const parser = new RegExpParser();
  const entries = rules.map(({ pattern }) => {
    const found = ofAny(parser.parsePattern(pattern.source).alternatives);
    if (found === null) throw new Error(`A match of this pattern need not hold any fixed text: ${pattern.source}`);
    return `  ${JSON.stringify(found)},\n`;
  });
  return `${intro}${entries.join('')}];\n`;
}

/** Null where nothing is known. */
type Literals = readonly string[] | null;

function ofAny(alternatives: readonly AST.Alternative[]): Literals {
  const each = alternatives.map(({ elements }) => ofSequence(elements));
  return each.includes(null) ? null : [...new Set(each.flatMap((one) => one ?? []))];
}

/** Of all that must be there, what says most. Assertions take no place, so characters around them are neighbours. */
function ofSequence(elements: readonly AST.Element[]): Literals {
  let found: Literals = null;
  let run = '';
  for (const element of elements.filter(({ type }) => type !== 'Assertion')) {
    if (element.type === 'Character') {
      run += String.fromCharCode(element.value); // without the u flag an element is a code unit
      continue;
    }
    found = better(better(found, run === '' ? null : [run]), ofElement(element));
    run = '';
  }
  return better(found, run === '' ? null : [run]);
}

function ofElement(element: AST.Element): Literals {
  if (element.type === 'Group' || element.type === 'CapturingGroup') return ofAny(element.alternatives);
  if (element.type === 'Quantifier') return element.min > 0 ? ofElement(element.element) : null;
  return element.type === 'Character' ? [String.fromCharCode(element.value)] : null;
}

/** Long ones are rare in texts; of equal ones fewer are. */
function better(one: Literals, other: Literals): Literals {
  if (one === null || other === null) return one ?? other;
  const worth = (all: readonly string[]): number => Math.min(...all.map(({ length }) => length)) - all.length / 100;
  return worth(one) >= worth(other) ? one : other;
}
