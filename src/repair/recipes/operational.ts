/** The recipes that put the world around the source right: files, folders, installs, ports. */
import type { Recipe } from '../recipe.ts';
import { missingFile } from './files/missing-file.ts';
import { missingModule } from './modules/missing-module.ts';
import { brokenInstall, permission, portConflict } from './files/ports-and-rights.ts';

export const operationalRecipes: readonly Recipe[] = [
  missingModule,
  missingFile,
  portConflict,
  permission,
  brokenInstall,
];
