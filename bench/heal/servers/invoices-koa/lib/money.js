'use strict';

function format(cents, currency = 'EUR') {
  return new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(cents / 100);
}

function taxOf(cents, percent) {
  return Math.round((cents * percent) / 100);
}

module.exports = { format, taxOf };
