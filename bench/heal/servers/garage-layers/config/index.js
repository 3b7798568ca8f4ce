'use strict';

const path = require('path');
const { loadEnv } = require('../src/utils/env');
const { mergeDeep } = require('../src/utils/objects');

const rootDir = path.resolve(__dirname, '..');
loadEnv(path.join(rootDir, '.env'));

const environment = process.env.NODE_ENV || 'development';
const defaults = require('./default.json');
const overrides = require(`./${environment}.json`);

const config = mergeDeep(defaults, overrides);

config.env = environment;
config.rootDir = rootDir;
config.server.port = Number(process.env.PORT || config.server.port);
config.workshop.name = process.env.WORKSHOP_NAME;
config.invoices.prefix = process.env.INVOICE_PREFIX.toUpperCase();

module.exports = config;
