/** Wiring: routes that may be asked by Kintsugi itself: live by the keeper (SEN-8), which reads them in RUN/routes.json, and in a trial. */
import path from 'node:path';
import type { CapturedRequest, Launch } from '../incident/nouns.ts';
import { plainGet } from '../incident/requests.ts';
import { readJson, readText, writeJson } from '../kit/files.ts';
import { quietRoutes } from '../memory/deeds.ts';
import { recordedLaunch, type Project } from '../project.ts';
import { mapProject } from './asking.ts';

interface RoutesRecord {
  readonly v: 1;
  readonly tree: string;
  readonly routes: readonly string[];
}

/** GET requests for the routes that only look and have no parameter. */
export async function quietRequests(project: Project, launch: Launch): Promise<CapturedRequest[]> {
  return (await quietRoutesOf(project, launch)).filter((route) => !route.includes(':')).map(plainGet);
}

async function quietRoutesOf(project: Project, launch: Launch | null): Promise<string[]> {
  const map = await mapProject(project, launch);
  return quietRoutes({ map, read: (name) => readText(path.join(project.paths.project, name)) });
}

/** `/users/:id` and the like, with what they are mounted under, of the files that are live, which are those of `tree`. */
export async function writeQuietRoutes(project: Project, subject: string, tree: string): Promise<void> {
  const file = project.paths.run(subject).routesJson;
  if (readJson<RoutesRecord>(file)?.tree === tree) return;
  writeJson(file, {
    v: 1,
    tree,
    routes: await quietRoutesOf(project, recordedLaunch(project.paths, subject)),
  } satisfies RoutesRecord);
}
