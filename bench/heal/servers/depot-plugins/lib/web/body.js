'use strict';

/** Handler that reads a body of JSON into `ctx.state.body`. */
module.exports = async function readBody(ctx) {
  const chunks = [];
  for await (const chunk of ctx.req) chunks.push(chunk);
  const text = Buffer.concat(chunks).toString('utf8');
  try {
    ctx.state.body = JSON.parse(text);
  } catch {
    ctx.fail(400, 'Body is not JSON');
  }
};
