'use strict';

const assert = require('node:assert/strict');
const { test } = require('node:test');
const { fineOf } = require('../src/services/fines');

const loan = { due_on: '2026-01-31', returned_on: null };

test('a day late costs 25 cents, half of it for students', () => {
  assert.equal(fineOf(loan, 'standard', '2026-02-01'), 25);
  assert.equal(fineOf(loan, 'student', '2026-02-03'), 38);
});

test('patrons pay nothing, and nobody more than 10.00', () => {
  assert.equal(fineOf(loan, 'patron', '2026-12-01'), 0);
  assert.equal(fineOf(loan, 'standard', '2026-12-01'), 1000);
});
