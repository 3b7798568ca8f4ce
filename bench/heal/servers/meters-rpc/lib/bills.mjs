import { household, everyHousehold, tariffOf } from './households.mjs';
import { readingsOf } from './readings.mjs';

const sum = (rows) => rows.reduce((total, { value }) => total + value, 0);

export async function usage(id, month) {
  const { meters } = household(id);
  return sum(await readingsOf(meters, month));
}

export async function bill(id, month) {
  const home = household(id);
  const { cents, standing, label } = tariffOf(home);
  const used = await usage(id, month);
  return { household: home.name, tariff: label, used, cents: Math.round(used * cents) + standing };
}

export async function report(month) {
  const homes = everyHousehold();
  const bills = await Promise.all(homes.map(({ id }) => bill(id, month)));
  return bills.map((one) => ({ household: one.household, used: one.used, cents: one.cents }));
}
