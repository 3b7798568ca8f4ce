/** The recipes that put the world around the source right: files, folders, installs, ports. */
import type { Recipe } from '../recipe.ts';
import { missingFile } from './missing-file.ts';
import { missingModule } from './missing-module.ts';
import { brokenInstall, permission, portConflict } from './ports-and-rights.ts';

export const operationalRecipes: readonly Recipe[] = [
  missingModule,
  missingFile,
  portConflict,
  permission,
  brokenInstall,
];
