/** The names that the files of the environment set: what a template such as `.env.example` names is spelt right, the slip is where it is set. */
import { nearFile } from '../code/paths.ts';
import type { RecipeContext } from '../recipe.ts';

const templates = ['.env.example', '.env.sample', '.env.template', '.env.dist'];

export function templateKeys(context: RecipeContext): Set<string> {
  const texts = templates.map((name) => context.tree.read(nearFile(context, name)) ?? '');
  return new Set(texts.flatMap(envKeysIn));
}

export function envKeysIn(text: string): string[] {
  return [...text.matchAll(/^\s*(?:export\s+)?([A-Za-z_]\w*)\s*=/gm)].map(([, key = '']) => key);
}
