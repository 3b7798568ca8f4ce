import { config } from '../config.js';

const { code, locale } = config.currency;
const format = new Intl.NumberFormat(locale, { style: 'currency', currency: code });

export const pounds = (pence) => format.format(pence / 100);

export const perUnit = (pence, units) => (units > 0 ? Math.round(pence / units) : null);
