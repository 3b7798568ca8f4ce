const { fees } = require('../settings');

const format = new Intl.NumberFormat(fees.locale, { style: 'currency', currency: fees.currency });

exports.formatCents = (cents) => format.format(cents / 100);
