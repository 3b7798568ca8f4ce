import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ms from 'ms';

const here = (relative) => fileURLToPath(new URL(relative, import.meta.url));

/** `key = value` lines below `[section]` heads; `#` begins a comment. */
function parseIni(text) {
  const sections = { main: {} };
  let current = sections.main;
  for (const line of text.split(/\r?\n/)) {
    const bare = line.replace(/#.*$/, '').trim();
    if (bare === '') continue;
    const head = /^\[(\w+)\]$/.exec(bare);
    if (head) current = sections[head[1]] ??= {};
    else {
      const at = bare.indexOf('=');
      current[bare.slice(0, at).trim()] = bare.slice(at + 1).trim();
    }
  }
  return sections;
}

const ini = parseIni(readFileSync(here('../../etc/seedbank.ini'), 'utf8'));

export const config = Object.freeze({
  name: ini.main.name,
  port: Number(process.env.PORT ?? ini.main.port),
  dataDir: process.env.SEEDBANK_DATA ?? here(`../../${ini.main.data}`),
  cacheMs: ms(ini.cache.ttl),
  page: { size: Number(ini.page.size), most: Number(ini.page.most) },
  viability: { threshold: Number(ini.viability.threshold), retestYears: ini.viability.retest_years.split(',').map(Number) },
  partner: { url: process.env.PARTNER_URL ?? ini.partner.url, key: process.env.PARTNER_KEY },
});
