import assert from 'node:assert/strict';
import { test } from 'node:test';
import { priceOf } from '../src/stock/pricing.js';

test('a coupon takes its percent, shipping is free from 200.00', () => {
  assert.deepEqual(priceOf([{ quantity: 10, priceCents: 2450 }], 'SPRING10'), {
    goodsCents: 24500,
    discountCents: 2450,
    shippingCents: 0,
    totalCents: 22050,
  });
});
