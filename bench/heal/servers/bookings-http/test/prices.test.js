'use strict';

const test = require('node:test');
const assert = require('node:assert');
const { priceCents } = require('../src/prices');

test('three hours and more are cheaper', () => {
  const booking = { from: '2026-03-02T09:00:00Z', to: '2026-03-02T12:00:00Z' };
  assert.equal(priceCents(booking, { hourCents: 1000 }, [{ minHours: 3, percent: 10 }]), 2700);
});
