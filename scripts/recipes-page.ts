/** docs/recipes.md: what the ladder of recipes can repair without a model. */
import { recipes } from '../src/repair/ladder.ts';

/** The whole page, as it must stand in docs/recipes.md. */
export function recipesPage(): string {
  const rows = recipes.map(({ name, summary, classes, kind, needs, risk }) => {
    const failures = classes.map((each) => each.replaceAll('_', ' ')).join(', ');
    return `## ${name}\n\n${summary}\n\nFailures: ${failures}. Kind: ${kind}; proof it needs: ${needs}; risk: ${risk}.\n`;
  });
  return [
    '# Recipes',
    '',
    'Repairs that need no model, in the order in which equally likely ones are tried. A recipe only proposes: each idea is tried in a copy and must remove the replayed failure.',
    'Made by `node --import tsx scripts/write-docs.ts`; do not edit.',
    '',
    ...rows,
  ].join('\n');
}
