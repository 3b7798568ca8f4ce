'use strict';

const { badRequest } = require('./errors');

async function readJson(request) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const text = Buffer.concat(chunks).toString('utf8');
  try {
    return JSON.parse(text);
  } catch {
    throw badRequest('Body is not JSON');
  }
}

module.exports = { readJson };
