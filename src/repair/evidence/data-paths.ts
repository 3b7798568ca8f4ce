/** The JSON, YAML, INI and CSV files that the project reads its own values from. */
import type { RecipeContext } from '../recipe.ts';
import { isOwnPath } from '../sound.ts';

const templateMark = /[.-](?:example|sample|dist|default|template)(?=\.|$)|(?<=^|\/)(?:example|sample|template)\./;
const data = /\.(?:json|ya?ml|ini|properties|[ct]sv)$/i;
const notData =
  /(?:^|\/)(?:package|package-lock|npm-shrinkwrap|[tj]sconfig[^/]*|kintsugi\.config)\.json$|\.schema\.json$/;

export const isIni = (path: string): boolean => /\.(?:ini|properties)$/i.test(path);
export const isCsv = (path: string): boolean => /\.[ct]sv$/i.test(path);

/** Those of the release, and those that are no part of it but have a template there. At most 60. */
export function dataPaths({ tree }: Pick<RecipeContext, 'tree'>): string[] {
  const named = tree.files.filter((path) => data.test(path) && isOwnPath(path) && !notData.test(path));
  const made = named.map(withoutMark).filter((path) => tree.exists(path));
  return [...new Set([...named, ...made])].filter((path) => withoutMark(path) === path).slice(0, 60);
}

/** Data that lies in the project's folder and is no part of the release, four folders deep; at most 200. No repair writes these. */
export function dataOutside({ tree }: RecipeContext): string[] {
  const inside = new Set(tree.files);
  const below = (folder: string, depth: number): string[] =>
    tree.list(folder).flatMap((name) => {
      const path = folder === '' ? name : `${folder}/${name}`;
      if (!name.endsWith('/')) return data.test(name) && !inside.has(path) ? [path] : [];
      return depth > 0 && isOwnPath(path.slice(0, -1)) ? below(path.slice(0, -1), depth - 1) : [];
    });
  return below('', 3)
    .filter((path) => isOwnPath(path) && !notData.test(path))
    .slice(0, 200);
}

/** The templates of a file: `app.example.json` of `app.json`. */
export function templatesOf({ tree }: RecipeContext, path: string): string[] {
  return tree.files.filter((each) => isTemplateOf(path, each));
}

export function isTemplateOf(path: string, template: string): boolean {
  return template !== path && withoutMark(template) === path;
}

function withoutMark(path: string): string {
  return path.replace(templateMark, '');
}
