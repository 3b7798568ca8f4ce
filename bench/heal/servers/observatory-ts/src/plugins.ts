import { readdir } from 'node:fs/promises';
import type { AppConfig, Plugin } from './types.ts';

/** Every file of the plugin folder is a plugin unless the configuration says otherwise. */
export async function loadPlugins({ folder, disabled }: AppConfig['plugins']): Promise<Plugin[]> {
  const base = new URL(`./${folder}/`, import.meta.url);
  const files = (await readdir(base)).filter((file) => file.endsWith('.ts')).sort();
  const plugins: Plugin[] = [];
  for (const file of files) {
    const { plugin } = (await import(new URL(file, base).href)) as { plugin?: Plugin };
    if (typeof plugin?.register !== 'function') throw new TypeError(`${folder}/${file} does not export a plugin with a register function`);
    if (disabled.includes(plugin.name)) continue;
    plugins.push(plugin);
  }
  return plugins;
}
