import { Reply } from '../core/respond.js';
import { createFormat } from '../formats/index.js';

async function exportAll({ bank, query }) {
  const format = await createFormat(query.get('as') ?? 'csv', { indent: 4 });
  const headers = { 'content-disposition': `attachment; filename="${format.fileName}"` };
  return new Reply(format.write(bank.select()), { type: format.constructor.type, headers });
}

export default [{ method: 'GET', pattern: '/export', handle: exportAll }];
