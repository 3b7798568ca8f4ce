'use strict';

const config = {
  port: Number(process.env.PORT || 3000),
  databaseUrl: process.env.DATABASE_URL || 'postgres://lending:lending@127.0.0.1:5432/lending',
  databaseTimeoutMs: Number(process.env.DATABASE_TIMEOUT_MS || 4000),
  deskToken: process.env.DESK_TOKEN || 'desk-4711',
  loanDays: Number(process.env.LOAN_DAYS || 21),
  fineCentsPerDay: 25,
  fineCentsMax: 1000,
  pageSize: 4,
};

module.exports = config;
