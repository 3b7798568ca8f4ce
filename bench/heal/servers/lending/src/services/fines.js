'use strict';

const config = require('../config');
const { daysBetween } = require('../lib/days');

const rates = { standard: 1, student: 0.5, patron: 0 };

function fineOf(loan, tier, on) {
  const until = loan.returned_on ?? on;
  const late = Math.max(0, daysBetween(loan.due_on, until));
  return Math.min(config.fineCentsMax, Math.round(late * config.fineCentsPerDay * rates[tier]));
}

function finesOf(loans, tier, on) {
  const items = loans
    .map((loan) => ({ loan: loan.id, title: loan.title, cents: fineOf(loan, tier, on) }))
    .filter(({ cents }) => cents > 0);
  return { on, totalCents: items.reduce((sum, { cents }) => sum + cents, 0), items };
}

module.exports = { rates, fineOf, finesOf };
