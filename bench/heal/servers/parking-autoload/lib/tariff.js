const { tariff } = require('./settings');

/** What a stay costs, in full steps behind the free minutes. */
exports.priceOf = function priceOf(minutes) {
  if (minutes <= tariff.freeMinutes) return 0;
  const steps = Math.ceil((minutes - tariff.freeMinutes) / tariff.stepMinutes);
  return Math.min(steps * tariff.stepPrice, tariff.dayMax);
};

exports.toMoney = (amount) => `${amount.toFixed(2)} EUR`;
