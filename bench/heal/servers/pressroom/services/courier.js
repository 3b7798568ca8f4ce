'use strict';

const config = require('../config');
const { HttpError, notFound } = require('../lib/errors');

/** What the courier says of a parcel. */
async function track(tracking) {
  const key = process.env.COURIER_KEY;
  if (!key) throw new Error('COURIER_KEY is not set');
  let answer;
  try {
    answer = await fetch(`${config.courier.url}/parcels/${encodeURIComponent(tracking)}`, {
      headers: { authorization: `Bearer ${key}` },
      signal: AbortSignal.timeout(config.courier.timeoutMs),
    });
  } catch (error) {
    throw new HttpError(502, `courier not reached: ${error.message}`);
  }
  if (answer.status === 404) throw notFound(`parcel ${tracking}`);
  if (!answer.ok) throw new HttpError(502, `courier answered ${answer.status}`);
  const parcel = await answer.json();
  return { tracking, state: parcel.state, expected: parcel.expected };
}

module.exports = { track };
