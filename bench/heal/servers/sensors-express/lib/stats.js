'use strict';

function statsOf(readings) {
  const values = readings.map((reading) => reading.value);
  if (values.length === 0) return { count: 0, mean: null, highest: null };
  const sum = values.reduce((total, value) => total + value, 0);
  return { count: values.length, mean: Number((sum / values.length).toFixed(2)), highest: Math.max(...values) };
}

function isOutside(value, limits) {
  if (!limits) return false;
  return value < limits.low || value > limits.high;
}

module.exports = { statsOf, isOutside };
