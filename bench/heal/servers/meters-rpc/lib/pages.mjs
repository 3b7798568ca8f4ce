import { readFileSync } from 'node:fs';
import path from 'node:path';
import { household, everyHousehold } from './households.mjs';
import { usage } from './bills.mjs';
import { last } from './readings.mjs';
import settings, { root } from './settings.mjs';

function render(name, values) {
  const template = readFileSync(path.join(root, settings.pages.folder, `${name}.html`), 'utf8');
  return template.replace(/\{\{(\w+)\}\}/g, (_, key) => String(values[key]));
}

export async function householdPage(id) {
  const home = household(id);
  const readings = await Promise.all(home.meters.map(last));
  const rows = readings.filter(Boolean).map(({ meter, date, value }) => `<li>${meter} ${date} ${value.toFixed(1)}</li>`);
  return render('household', {
    title: settings.pages.title,
    name: home.name.toUpperCase(),
    city: home.address?.city ?? 'no address',
    rows: rows.join(''),
  });
}

export async function summaryPage() {
  const homes = everyHousehold();
  const used = await Promise.all(homes.map(({ id }) => usage(id)));
  const total = used.reduce((a, b) => a + b, 0);
  return render('summary', { title: settings.pages.title, count: homes.length, total, unit: settings.readings.unit });
}
