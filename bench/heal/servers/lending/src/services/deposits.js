'use strict';

const depositRates = { standard: 0.25, student: 0.125, patron: 0 };

module.exports = { depositRates };
