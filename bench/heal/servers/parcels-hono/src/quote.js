import { config } from '#config';

const { steps, zones, surchargePercent } = config.quote;

export function isZone(zone) {
  return zones.includes(zone);
}

export function quote(grams, zone) {
  const step = steps.find(({ upToGrams }) => grams <= upToGrams);
  if (!step) return null;
  const cents = step.cents[zone];
  return { cents: cents + Math.ceil((cents * surchargePercent) / 100), currency: config.quote.currency };
}
