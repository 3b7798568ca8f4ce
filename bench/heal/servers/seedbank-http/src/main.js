import { createServer } from 'node:http';
import { once } from 'node:events';
import { Router } from './core/router.js';
import { loadHandlers } from './core/loader.js';
import { config } from './core/config.js';
import { toResponse } from './core/respond.js';
import { Bank } from './domain/bank.js';
import { journal } from './domain/journal.js';

const bank = await Bank.open(config.dataDir);
const router = new Router();
for (const { method, pattern, handle } of await loadHandlers()) router.add(method, pattern, handle);

const server = createServer(async (request, response) => {
  const url = new URL(request.url, 'http://seedbank.local');
  try {
    const match = router.find(request.method, url.pathname);
    const result = await match.handle({ request, url, query: url.searchParams, params: match.params, bank, config });
    await toResponse(response, result);
  } catch (error) {
    await toResponse(response, error);
  }
});

bank.on('withdrawn', journal.record);
bank.on('tested', journal.record);

server.listen(config.port);
await once(server, 'listening');
console.log(`${config.name}: ${bank.size} accessions on ${server.address().port}`);
