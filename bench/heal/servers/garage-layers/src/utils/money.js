'use strict';

const round = (amount) => Math.round(amount * 100) / 100;

function formatMoney(amount, currency) {
  return `${round(amount).toFixed(2)} ${currency}`;
}

function addTax(net, rate) {
  const tax = round(net * rate);
  return { net: round(net), tax, gross: round(net + tax) };
}

module.exports = { round, formatMoney, addTax };
