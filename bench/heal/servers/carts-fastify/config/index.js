'use strict';

const fs = require('node:fs');
const path = require('node:path');

const read = (name) => JSON.parse(fs.readFileSync(path.join(__dirname, name), 'utf8'));
const local = fs.existsSync(path.join(__dirname, 'local.json')) ? read('local.json') : {};
const settings = { ...read('default.json'), ...local };

const redisUrl = process.env.REDIS_URL;
if (!redisUrl) throw new Error('REDIS_URL is required');
if (!process.env.SIGNING_KEY) throw new Error('SIGNING_KEY is required');

module.exports = { ...settings, redisUrl, signingKey: process.env.SIGNING_KEY };
