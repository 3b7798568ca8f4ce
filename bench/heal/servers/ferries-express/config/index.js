'use strict';

var fs = require('fs');
var path = require('path');

var file = path.join(__dirname, 'default.json');
var config = JSON.parse(fs.readFileSync(file, 'utf8'));

config.port = parseInt(process.env.PORT, 10) || 3000;
config.data.dir = path.resolve(__dirname, '..', process.env.DATA_DIR || config.data.dir);
if (process.env.CURRENCY) config.company.currency = process.env.CURRENCY;

module.exports = config;
