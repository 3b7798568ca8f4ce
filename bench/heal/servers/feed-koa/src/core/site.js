import { readFile } from 'node:fs/promises';
import { parseYaml } from './yaml.js';

const file = new URL('../../config/site.yml', import.meta.url);

export async function loadSite() {
  const site = parseYaml(await readFile(file, 'utf8'));
  if (!URL.canParse(site.baseUrl)) throw new Error(`config/site.yml: baseUrl is not a URL: ${site.baseUrl}`);
  return site;
}
