/** A file that the project itself leads to (`href="/css/site.css"`), and that is there by another name, to which nothing leads: it is put there by the name that it is asked for. */
import { isTest } from '../../../kit/code.ts';
import path from 'node:path';
import { leadsTo } from '../../../kit/links.ts';
import { slip } from '../../code/names.ts';
import { insideProject } from '../../code/paths.ts';
import { all, allSources, chainOf } from '../../code/syntax.ts';
import type { Node } from '../../code/syntax.ts';
import { pathOf } from '../../evidence/path-values.ts';
import type { Recipe, RecipeContext } from '../../recipe.ts';
import { standingIn } from './file-case.ts';
import { sameSort } from './inferred-file.ts';

const posix = path.posix;

export const linkedFile: Recipe = {
  name: 'linked-file',
  classes: ['missing_file'],
  kind: 'operational',
  needs: 'replayed',
  risk: 'safe',
  summary:
    'A file that pages or texts of the project lead to, and that is there by a near name, another ending or in another folder, where nothing leads: it is put there by the name that is asked for.',
  ideas(context) {
    const wanted = insideProject(context, context.diagnosis.named.path);
    const url = context.signal.request?.url.split('?')[0];
    if (wanted === null || url === undefined || context.tree.exists(wanted)) return [];
    const leads = [url, ...ends(wanted)].map((each) => leadsTo(each));
    // What a folder is answered with is asked for by the folder alone.
    if (!/^index\.html?$/.test(posix.basename(wanted)) && !isLed(context, wanted, leads)) return [];
    const [file, more] = context.tree.files.filter((each) => isNear(wanted, each) && !isSaid(context, wanted, each));
    if (file === undefined || more !== undefined) return [];
    return standingIn('linked-file', context, { file, named: wanted }, { isTwice: isListed(context, file) });
  },
};

/** Does anything but the file itself and tests lead there? */
function isLed({ tree }: RecipeContext, file: string, leads: readonly ((text: string) => boolean)[]): boolean {
  return tree.files.some((each) => {
    const text = each === file || isTest(each) ? null : tree.read(each);
    return text !== null && leads.some((led) => led(text));
  });
}

/** `public/css/site.css`, `css/site.css`, `site.css`: which of its folders are part of the address nobody knows. */
function ends(file: string): string[] {
  return file.split('/').map((_, from, parts) => parts.slice(from).join('/'));
}

/** Something leads to the file by the name that it has; where the missing one is called alike, by the folders that it lies in. */
function isSaid(context: RecipeContext, wanted: string, file: string): boolean {
  const [{ base, name }, missing] = [posix.parse(file), posix.parse(wanted)];
  const own = name === missing.name ? [base] : [base, name];
  const leads =
    base === missing.base ? ends(file).map((each) => leadsTo(each)) : own.map((each) => leadsTo(each, { below: true }));
  return isLed(context, file, leads);
}

/** Whoever lists its folder would find it twice. Where it is not written out which one is listed, a word of it is enough. */
function isListed(context: RecipeContext, file: string): boolean {
  const folder = posix.dirname(file);
  return allSources(context.tree).some((source) =>
    all(source.program, 'CallExpression').some(({ callee, arguments: [given] }) => {
      if (given === undefined || !/(?:^|\.)(?:readdir|opendir|glob)(?:Sync)?$/.test(chainOf(callee) ?? ''))
        return false;
      const listed = pathOf(context, source, given as Node);
      return listed === null ? source.text.includes(posix.basename(folder)) : `${folder}/`.startsWith(`${listed}/`);
    }),
  );
}

function isNear(wanted: string, file: string): boolean {
  const [one, other] = [posix.parse(wanted), posix.parse(file)];
  if (one.base === other.base) return one.dir !== other.dir && one.name !== 'index';
  const isAlike = one.name === other.name || (slip(one.name, other.name) ?? slipMax) < slipMax;
  return one.dir === other.dir && isAlike && sameSort(wanted, file);
}

const slipMax = 2;
