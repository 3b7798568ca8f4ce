import { readFile } from 'node:fs/promises';
import { readJson } from '#core/http';
import { validate } from '#core/validate';
import weights from '#legacy/weights';
import { harvestBySite, miteAverages } from '#db/inspections';
import * as hives from '#db/hives';
import { findHive } from './hives.js';

const money = new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'GBP' });

export default function register(router, { honey, club }) {
  const price = (grams) => money.format(weights.toKilos(grams) * honey.pricePerKg);

  router.get('/reports/mites', () => miteAverages());

  router.get('/reports/honey', () =>
    harvestBySite().map(({ site, grams, harvests }) => ({
      site,
      harvests,
      weight: weights.describe(grams),
      jars: weights.jars(grams, honey.jarGrams).full,
      worth: price(grams),
    })),
  );

  router.post('/hives/:id/quote', async ({ req, params }) => {
    const hive = findHive(params.id);
    const { grams, flower } = validate('harvest', await readJson(req));
    return { hive: hive.name, flower, jars: weights.jars(grams, honey.jarGrams), price: price(grams) };
  });

  router.get('/hives/:id/label', async ({ params }) => {
    const hive = findHive(params.id);
    const template = await readFile(new URL('../../assets/label.txt', import.meta.url), 'utf8');
    return template.replaceAll('{{hive}}', hive.name).replaceAll('{{site}}', hive.site).replaceAll('{{club}}', club.name).trim();
  });

  router.get('/summary', () => ({ club: club.name, founded: club.founded, hives: hives.count() }));
}
