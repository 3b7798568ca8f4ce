/** Names that live outside the source: environment variables. */
import type { Idea, SourceTree } from '../../incident/nouns.ts';
import { isPlural, rankedNames, slip } from '../names.ts';
import { idea } from '../recipe.ts';
import type { Recipe } from '../recipe.ts';
import { sitesOf } from '../site.ts';
import { all, allSources, chainOf, keyName, stringValue } from '../syntax.ts';
import type { Node, Source } from '../syntax.ts';
import { splice } from '../text.ts';

export const envKey: Recipe = {
  name: 'env-key',
  classes: ['env_missing', 'type', 'range', 'config', 'assertion', 'unknown'],
  kind: 'cause',
  needs: 'replayed',
  risk: 'safe',
  summary: 'A misspelt `process.env` name: takes the near one that is set. A variable that nobody set is for a person.',
  ideas(context) {
    const known = new Set(context.envKeys);
    const right = declared(context.tree);
    const named = context.diagnosis.named.envKey;
    const frames = new Set(sitesOf(context).map((site) => site.source));
    const found: Idea[] = [];
    for (const source of allSources(context.tree)) {
      for (const use of envUses(source)) {
        const wanted =
          named === undefined ? frames.has(source) || context.diagnosis.class !== 'type' : use.name === named;
        if (!wanted || known.has(use.name) || right.has(use.name)) continue;
        for (const near of rankedNames(use.name, known, 2)) {
          if (near.rank > 1) continue;
          const after = splice(source.text, { start: use.key.start, end: use.key.end, text: use.text(near.name) });
          const late = named === undefined && !frames.has(source) ? 1 : 0;
          found.push(
            idea('env-key', {
              title: `\`${use.name}\` should be \`${near.name}\``,
              rank: near.rank + late,
              ask:
                isPlural(use.name, near.name) || (slip(use.name, near.name) ?? 9) >= 2
                  ? `\`${use.name}\` is not set; only you know whether \`${near.name}\` is meant`
                  : null,
              edits: [{ path: source.path, before: source.text, after }],
            }),
          );
        }
      }
    }
    return found;
  },
  outside({ diagnosis, envKeys, tree }) {
    const key = diagnosis.named.envKey;
    const right = declared(tree);
    if (key === undefined || envKeys.includes(key) || !right.has(key)) return null;
    const near = envKeys.find((each) => !right.has(each) && (slip(each, key) ?? 9) <= 1) ?? null;
    if (near === null) return null;
    return {
      why: `\`${near}\` is set where \`${key}\` is wanted, and the template has it so: rename it there`,
      command: null,
    };
  },
  action({ diagnosis, envKeys }) {
    const key = diagnosis.named.envKey;
    if (diagnosis.class !== 'env_missing' || key === undefined || envKeys.includes(key)) return null;
    return { why: `the environment variable ${key} is not set; only you know its value`, command: `export ${key}=…` };
  },
};

/** What a template such as `.env.example` names is spelt right: the slip is where it is set. */
function declared(tree: SourceTree): Set<string> {
  const texts = ['.env.example', '.env.sample', '.env.template', '.env.dist'].map((file) => tree.read(file) ?? '');
  return new Set(
    texts.flatMap((text) => [...text.matchAll(/^\s*(?:export\s+)?([A-Za-z_]\w*)\s*=/gm)].map(([, key = '']) => key)),
  );
}

interface EnvUse {
  readonly name: string;
  readonly key: Node;
  readonly text: (name: string) => string;
}

function envUses(source: Source): EnvUse[] {
  const found: EnvUse[] = [];
  for (const node of all(source.program, 'MemberExpression')) {
    if (chainOf(node.object) !== 'process.env') continue;
    const name = node.computed ? stringValue(node.property) : keyName(node.property);
    const quote = source.text[node.property.start] ?? "'";
    if (name !== null)
      found.push({ name, key: node.property, text: (to) => (node.computed ? quote + to + quote : to) });
  }
  for (const node of all(source.program, 'VariableDeclarator')) {
    if (node.init === null || chainOf(node.init) !== 'process.env' || node.id.type !== 'ObjectPattern') continue;
    for (const each of node.id.properties) {
      const name = each.type === 'Property' && !each.computed ? keyName(each.key) : null;
      if (each.type === 'Property' && name !== null)
        found.push({ name, key: each.key, text: (to) => (each.shorthand ? `${to}: ${name}` : to) });
    }
  }
  return found;
}
