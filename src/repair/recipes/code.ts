/** The recipes that change source text, likeliest first. */
import type { Recipe } from '../recipe.ts';
import { identifier } from './identifier.ts';
import { importExport } from './import-export.ts';
import { importPath } from './import-path.ts';
import { jsonConfig } from './json-config.ts';
import { nullGuard } from './null-guard.ts';
import { property } from './property.ts';
import { syntax } from './syntax.ts';

export const codeRecipes: readonly Recipe[] = [syntax, jsonConfig, importPath, importExport, identifier, property, nullGuard];
