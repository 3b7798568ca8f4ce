/** Wiring: the project as it was while it worked: the last release that ran well, else what git holds from before the last change. */
import type { SourceTree } from '../incident/nouns.ts';
import { isCodeFile } from '../kit/code.ts';
import type { Project } from '../project.ts';
import { changedSince, showFile, type Repository } from '../release/git.ts';
import { lastGood } from '../release/releases.ts';
import { treeView } from '../release/views.ts';
import type { Past } from '../verify/witness.ts';
import { mapProject } from './asking.ts';
import type { Session } from './sessions.ts';

const committedFilesMax = 50;

/** Null where nothing is known of an earlier state, or too much changed since. */
export async function goodTree(project: Project, session: Session): Promise<SourceTree | null> {
  const { paths, env } = project;
  const good = lastGood(paths, session.tree.hash);
  return good ? treeView(paths, good) : committed({ project: paths.project, env }, session.trials.tree());
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
  if (then === null) return null;
  const edits = [...new Set([...now.files, ...then.files])].flatMap((path) => {
    const [before, after] = [now.read(path), then.read(path)];
    return before === after ? [] : [{ path, before, after }];
  });
  return edits.length === 0 ? null : { edits, paths: await readable(project) };
}

async function readable(project: Project): Promise<string[]> {
  const routes = (await mapProject(project)).flatMap((file) => file.routes);
  return routes
    .filter(({ method, path }) => method === 'GET' && path.startsWith('/') && !path.includes('*'))
    .map(({ path }) => path);
}

/** The project before its last change, by git: what is not committed, else the last commit. The next best to a release that ran. */
async function committed(repository: Repository, tree: SourceTree): Promise<SourceTree | null> {
  for (const rev of ['HEAD', 'HEAD~1'] as const) {
    const changed = await changedSince(repository, rev);
    if (changed.length > committedFilesMax) return null;
    const texts = new Map<string, string | null>();
    for (const file of changed) texts.set(file, await showFile(repository, rev, file));
    if (changed.length > 0) return before(tree, texts);
  }
  return null;
}

function before(tree: SourceTree, texts: ReadonlyMap<string, string | null>): SourceTree {
  const gone = [...texts.keys()].filter((file) => !tree.exists(file) && isCodeFile(file));
  return {
    ...tree,
    files: [...tree.files.filter((file) => texts.get(file) !== null), ...gone],
    read: (file) => (texts.has(file) ? (texts.get(file) ?? null) : tree.read(file)),
  };
}
