'use strict';

const settings = require('../config/depot.json');

const { PORT, DEPOT_NAME, DEPOT_LOAN_DAYS } = process.env;

module.exports = Object.freeze({
  ...settings,
  name: DEPOT_NAME || settings.name,
  port: PORT === undefined ? settings.port : Number(PORT),
  loans: { ...settings.loans, days: DEPOT_LOAN_DAYS ? parseInt(DEPOT_LOAN_DAYS, 10) : settings.loans.days },
});
