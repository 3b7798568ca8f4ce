/** Writes what is made from the code: pages of docs/, and the literals of the screen. */
import { writeFileSync } from 'node:fs';
import { configurationPage, jsonSchema } from '../src/config/describe.ts';
import { errorsPage } from './errors-page.ts';
import { recipesPage } from './recipes-page.ts';
import { screenLiterals } from './screen-literals.ts';
import { toolsPage } from './tools-page.ts';

const write = (name: string, text: string): void => writeFileSync(new URL(`../docs/${name}`, import.meta.url), text);

write('configuration.md', configurationPage());
write('kintsugi.schema.json', `${JSON.stringify(jsonSchema(), null, 2)}\n`);
write('errors.md', errorsPage());
write('recipes.md', recipesPage());
write('tools.md', toolsPage());
write('../src/triage/screen-literals.ts', screenLiterals());
