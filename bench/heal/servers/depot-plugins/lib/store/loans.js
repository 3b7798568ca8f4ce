'use strict';

const Collection = require('./collection');
const { daysBetween, plusDays } = require('../calendar');
const settings = require('../settings');

class Loans extends Collection {
  constructor() {
    super('loans');
  }

  openOf(member) {
    return this.where((loan) => loan.member === member && loan.returned === null);
  }

  current(tool) {
    return this.where((loan) => loan.tool === tool).find((loan) => !loan.returned);
  }

  dueOf(loan) {
    return plusDays(loan.from, settings.loans.days);
  }

  fineOf(loan) {
    const late = daysBetween(this.dueOf(loan), loan.returned || settings.today);
    return Math.max(0, late) * settings.loans.finePerDay;
  }
}

module.exports = Loans;
