import { readValid } from '../core/body.js';
import { paged } from '../core/paging.js';
import { created } from '../core/respond.js';
import { testSchema, withdrawalSchema } from '../domain/schemas.js';

const percent = new Intl.NumberFormat('en-GB', { style: 'percent', maximumFractionDigits: 0 });

function list({ bank, query, config }) {
  const filter = {
    family: query.get('family'),
    country: query.get('country')?.toUpperCase(),
    minSeeds: Number(query.get('minSeeds') ?? 0),
  };
  return paged([...bank.select(filter)], { page: query.get('page'), size: query.get('size') }, config.page);
}

function one({ bank, params }) {
  const accession = bank.accession(params.number);
  return { ...accession.toJSON(), collector: accession.collector?.trim() ?? 'unknown', retest: accession.retestYear() };
}

function tests({ bank, params }) {
  const { tests: all, isViable } = bank.accession(params.number);
  return { viable: isViable, tests: all.map(({ on, sown, germinated }) => ({ on, rate: percent.format(germinated / sown) })) };
}

async function addTest({ bank, params, request }) {
  const test = await readValid(request, testSchema);
  const accession = bank.addTest(params.number, test);
  return created(accession, `/accessions/${accession.number}/tests`);
}

async function withdraw({ bank, params, request }) {
  return bank.withdraw(params.number, await readValid(request, withdrawalSchema));
}

export default [
  { method: 'GET', pattern: '/accessions', handle: list },
  { method: 'GET', pattern: '/accessions/:number', handle: one },
  { method: 'GET', pattern: '/accessions/:number/tests', handle: tests },
  { method: 'POST', pattern: '/accessions/:number/tests', handle: addTest },
  { method: 'POST', pattern: '/accessions/:number/withdrawals', handle: withdraw },
];
