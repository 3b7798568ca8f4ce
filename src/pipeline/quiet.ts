/** Wiring: tells the keeper which routes it may ask by itself (SEN-8): RUN/routes.json. */
import path from 'node:path';
import { readJson, readText, writeJson } from '../kit/files.ts';
import { quietRoutes } from '../memory/deeds.ts';
import type { Project } from '../project.ts';
import { mapProject } from './asking.ts';

interface RoutesRecord {
  readonly v: 1;
  readonly tree: string;
  readonly routes: readonly string[];
}

/** `/users/:id` and the like, with what they are mounted under, of the files that are live, which are those of `tree`. */
export async function writeQuietRoutes(project: Project, subject: string, tree: string): Promise<void> {
  const file = project.paths.run(subject).routesJson;
  if (readJson<RoutesRecord>(file)?.tree === tree) return;
  const map = await mapProject(project);
  const routes = quietRoutes({ map, read: (name) => readText(path.join(project.paths.project, name)) });
  writeJson(file, { v: 1, tree, routes } satisfies RoutesRecord);
}
