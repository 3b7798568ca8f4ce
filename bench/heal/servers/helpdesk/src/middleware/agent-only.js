import { env } from '../core/env.js';
import { HttpError } from '../core/http-error.js';

export function agentOnly(context) {
  const login = env.agentKeys.get(context.req.headers['x-agent-key']);
  if (login === undefined) throw new HttpError(401, 'agent key needed');
  context.agent = login;
}
