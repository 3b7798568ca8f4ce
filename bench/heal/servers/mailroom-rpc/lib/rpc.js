import * as letters from '../methods/letters.js';
import * as people from '../methods/people.js';
import * as jobs from '../methods/jobs.js';

const methods = new Map();
for (const [space, module] of Object.entries({ letters, people, jobs })) {
  for (const [name, method] of Object.entries(module)) methods.set(`${space}.${name}`, method);
}

export class RpcError extends Error {
  constructor(code, message, data) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

/** Answers one call, by the rules of JSON-RPC 2.0. */
export async function dispatch(call, ctx) {
  const { id = null, method, params = {} } = call ?? {};
  const answer = { jsonrpc: '2.0', id };
  if (typeof method !== 'string') return { ...answer, error: { code: -32600, message: 'invalid request' } };
  const run = methods.get(method);
  if (!run) return { ...answer, error: { code: -32601, message: `no method ${method}` } };
  try {
    return { ...answer, result: await run(params, ctx) };
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    return { ...answer, error: { code: error.code, message: error.message } };
  }
}
