'use strict';

function amountFor(kilos, pricePerTonne) {
  return Math.round((kilos * pricePerTonne) / 1000);
}

function euros(cents) {
  return (cents / 100).toFixed(2);
}

function tonnes(kilos) {
  return Number((kilos / 1000).toFixed(2));
}

function alignRow(label, value, width) {
  return `${label} ${String(value).padStart(width - label.length - 1)}`;
}

function csvRow(values) {
  return values.map((value) => (/[",;\n]/.test(value) ? `"${String(value).replaceAll('"', '""')}"` : value)).join(';');
}

module.exports = { amountFor, euros, tonnes, alignRow, csvRow };
