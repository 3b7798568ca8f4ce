import { readFile } from 'node:fs/promises';
import { HTTPException } from 'hono/http-exception';
import { config } from '../config.js';

async function ask(path, body) {
  const { url, token, timeoutMs } = config.hub;
  const response = await fetch(`${url}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Token ${token}`, 'content-type': 'application/json' },
    body: body && JSON.stringify(body),
    signal: AbortSignal.timeout(timeoutMs),
  });
  if (!response.ok) throw new Error(`hub: ${response.status} ${await response.text()}`);
  return response.json();
}

/** May a card of another network charge here? */
export async function authorise(network, card) {
  if (config.hub.url === null) throw new HTTPException(409, { message: 'Roaming is off' });
  try {
    const { allowed, limitCents = null } = await ask('/authorise', { network, card, country: config.hub.country });
    return { allowed, limitCents };
  } catch (error) {
    console.error(error);
    throw new HTTPException(502, { message: 'The roaming hub refuses', cause: error });
  }
}

/** The networks that we roam with; the list of the last release where the hub is silent. */
export async function partners() {
  try {
    const { networks } = await ask('/networks');
    return { stale: false, networks };
  } catch (error) {
    console.error(`Error: list of partners: ${error.cause?.code ?? error.message}, the stored one is used`);
    const stored = await readFile(new URL('../../data/partners.json', import.meta.url), 'utf8');
    return { stale: true, networks: JSON.parse(stored) };
  }
}
