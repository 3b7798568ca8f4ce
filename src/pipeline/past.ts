/** Wiring: the project as it was while it worked: the last release that ran well, else what git holds from before the last change. */
import path from 'node:path';
import type { FunctionMap, Inputs } from '../incident/map.ts';
import type { CapturedRequest, Edit, SourceTree } from '../incident/nouns.ts';
import { isCodeFile } from '../kit/code.ts';
import { inputsOf } from '../memory/inputs.ts';
import type { Project } from '../project.ts';
import { changedSince, showFile, untracked, type Repository } from '../release/git.ts';
import { lastGood } from '../release/releases.ts';
import { treeView } from '../release/views.ts';
import type { Past } from '../verify/probes.ts';
import { handlersOf, mapProject } from './asking.ts';
import type { Copied, Session } from './sessions.ts';

const committedFilesMax = 50;

/** Null where nothing is known of an earlier state, or too much changed since. */
export async function goodTree(project: Project, { tree, trials }: Copied): Promise<SourceTree | null> {
  const { paths, env } = project;
  const good = lastGood(paths, tree.hash);
  return good ? treeView(paths, good) : committed({ project: paths.project, env }, trials.tree());
}

const pasts = new WeakMap<Session, Promise<Past | null>>();

/** What a witness is asked in; the same object for all candidates of a session. Null where there is no earlier state. */
export function pastOf(project: Project, session: Session): Promise<Past | null> {
  const known = pasts.get(session) ?? makePast(project, session);
  pasts.set(session, known);
  return known;
}

async function makePast(project: Project, session: Session): Promise<Past | null> {
  const [now, then] = [session.trials.tree(), await goodTree(project, session)];
  const edits = then === null ? [] : editsTo(then, now);
  if (then === null || edits.length === 0) return null;
  const map = await mapProject(project, session.launch);
  const changed = whole(edits.map(({ path }) => path).filter(isCodeFile));
  const routed = map.filter(({ routes }) => routes.length > 0).map(({ file }) => file);
  const inputs = (request: CapturedRequest): Inputs => {
    const handlers = handlersOf(map, request).flatMap(({ file, line }) => {
      const before = placeIn(then.read(file), now.read(file)?.split('\n')[line - 1]);
      return before === null ? [] : [{ file, line: before }];
    });
    const others = handlers.length > 0 ? [] : whole(routed.length > 0 ? routed : [session.launch.entry ?? '']);
    return inputsOf({ map, read: (file) => then.read(file) }, [...handlers, ...changed, ...others]);
  };
  return { edits, paths: readable(map), inputs };
}

/** What makes the code what it was, and puts back what moved away, but leaves data as they are; [] where no earlier state is known. */
export async function earlierCode(project: Project, copied: Copied): Promise<readonly Edit[]> {
  const then = await goodTree(project, copied);
  const edits = then === null ? [] : editsTo(then, copied.trials.tree());
  const isMoved = ({ before, after }: Edit): boolean =>
    before === null && edits.some((each) => each.after === null && each.before === after);
  return edits.filter((edit) => isCodeFile(edit.path) || isMoved(edit));
}

function editsTo(then: SourceTree, now: SourceTree): Edit[] {
  return [...new Set([...now.files, ...then.files])].flatMap((path) => {
    const [before, after] = [now.read(path), then.read(path)];
    return before === after ? [] : [{ path, before, after }];
  });
}

function whole(files: readonly string[]): { file: string; line: null }[] {
  return files.map((file) => ({ file, line: null }));
}

/** The line, from 1, that reads the same in another text of the file. */
function placeIn(text: string | null, line: string | undefined): number | null {
  const at = line === undefined ? -1 : (text ?? '').split('\n').indexOf(line);
  return at === -1 ? null : at + 1;
}

function readable(map: FunctionMap): string[] {
  return map
    .flatMap(({ routes }) => routes)
    .filter(({ method, path }) => (method === 'GET' || method === 'ALL') && path.startsWith('/') && !path.includes('*'))
    .map(({ path }) => path);
}

/** The project before its last change, by git: what is not committed, else the last commit. The next best to a release that ran. */
async function committed(repository: Repository, tree: SourceTree): Promise<SourceTree | null> {
  for (const rev of ['HEAD', 'HEAD~1'] as const) {
    const changed = await changedSince(repository, rev);
    if (changed.length > committedFilesMax) return null;
    const texts = new Map<string, string | null>();
    for (const file of changed) texts.set(file, await showFile(repository, rev, file));
    if (rev === 'HEAD') for (const file of await renamedTo(repository, tree, changed)) texts.set(file, null);
    if (changed.length > 0) return before(tree, texts);
  }
  return null;
}

/** A file that was renamed and not committed is gone by the one name, and git does not know the other: what ends as one that is gone may be it. All else may have lain there before. */
async function renamedTo(repository: Repository, tree: SourceTree, changed: readonly string[]): Promise<string[]> {
  const ends = new Set(changed.filter((file) => !tree.exists(file)).map((file) => path.extname(file)));
  if (ends.size === 0) return [];
  const unknown = await untracked(repository);
  return unknown.filter((file) => ends.has(path.extname(file)) && tree.exists(file)).slice(0, committedFilesMax);
}

function before(tree: SourceTree, texts: ReadonlyMap<string, string | null>): SourceTree {
  const fresh = new Set([...texts].flatMap(([file, text]) => (text === null ? (tree.read(file) ?? []) : [])));
  // Data that are gone may have been taken out; what lies elsewhere now was moved.
  const isMoved = (text: string | null): boolean => text !== null && text.trim() !== '' && fresh.has(text);
  const isRun = (file: string): boolean => isCodeFile(file) || file.endsWith('.sql');
  const gone = [...texts].flatMap(([file, text]) =>
    !tree.exists(file) && (isRun(file) || isMoved(text)) ? [file] : [],
  );
  return {
    ...tree,
    files: [...tree.files.filter((file) => texts.get(file) !== null), ...gone],
    read: (file) => (texts.has(file) ? (texts.get(file) ?? null) : tree.read(file)),
  };
}
