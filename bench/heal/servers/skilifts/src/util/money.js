import { config } from '../config.js';

const format = new Intl.NumberFormat('en-CH', { style: 'currency', currency: config.tickets.currency });

/** 62 as "CHF 62.00", with a plain space. */
export const price = (amount) => format.format(amount).replace(/\s/g, ' ');
