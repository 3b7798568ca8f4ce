import { HttpError } from '../core/errors.js';

async function partnerCopy({ bank, params, config }) {
  const { number } = bank.accession(params.number);
  const { url, key } = config.partner;
  const answer = await fetch(`${url}/accessions/${number}`, { headers: { 'x-api-key': key ?? '' } });
  if (answer.status === 404) throw new HttpError(404, `the partner has no ${number}`);
  if (!answer.ok) throw new Error(`partner said ${answer.status} ${await answer.text()}`);
  return answer.json();
}

export default [{ method: 'GET', pattern: '/partner/:number', handle: partnerCopy }];
