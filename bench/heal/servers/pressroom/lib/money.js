'use strict';

const config = require('../config');

function formatMoney(pence) {
  return `${(pence / 100).toFixed(2)} ${config.company.currency}`;
}

function percentOf(pence, percent) {
  return Math.round((pence * percent) / 100);
}

function sum(rows, pick) {
  return rows.reduce((total, row) => total + pick(row), 0);
}

module.exports = { formatMoney, percentOf, sum };
