/** Express 5 in CommonJS over PostgreSQL: migrations at boot, a pool, transactions whose client is handed on, zod. */
const house = { 'x-api-key': 'key-house' };
const bloom = { 'x-api-key': 'key-bloom' };
const petal = { 'x-api-key': 'key-petal' };
const [lots, bids, buyers] = ['lots', 'bids', 'buyers'].map((name) => `src/${name}/${name}.store.js`);
const [lotsService, lotsRouter] = ['service', 'router'].map((name) => `src/lots/lots.${name}.js`);
const [pool, migrate] = ['pool', 'migrate'].map((name) => `src/db/${name}.js`);
const at = (file, find, replace) => ({ file, find, replace });
const asked = (requests, headers) => ({ trigger: { requests: [requests].flat(), ...(headers && { headers }) } });
const boot = { trigger: { boot: true } };
const sqlFault = { cause: 'sql', expect: 'repair' };
const bid = (amount) => `POST /lots/2/bids {"amount":${amount}}`;

export default {
  server: 'auction-pg',
  half: 'dev',
  entry: 'src/index.js',
  services: ['postgres'],
  env: { DATABASE_URL: 'postgres://postgres@{postgres}/postgres' },
  seed: { postgres: 'migrations/seed.sql' },
  checks: [
    { request: 'GET /health', status: 200, json: { ok: true } },
    { request: 'GET /lots', status: 200, json: { count: 4, lots: [{ id: 1, flower: 'Tulip', status: 'sold' }, { id: 2, auctionDay: '2026-04-08', grower: 'Kwekerij Smit', province: 'Westland' }, { id: 3, grade: null }, { id: 4 }] } },
    { request: 'GET /lots?status=open', status: 200, json: { count: 2, lots: [{ id: 2 }, { id: 3 }] } },
    { request: 'GET /lots?status=withdrawn&day=2026-04-01', status: 200, json: { count: 1, lots: [{ flower: 'Anemone' }] } },
    { request: 'GET /lots?day=2026-04-01', status: 200, json: { count: 2 } },
    { request: 'GET /lots/2', status: 200, json: { flower: 'Peony', reservePrice: 9600, highestBid: 9700, bidder: 'Bloom & Sons' } },
    { request: 'GET /lots/3', status: 200, json: { flower: 'Ranunculus', highestBid: null, bidder: null } },
    { request: 'GET /lots/77', status: 404, json: { error: 'No such lot' } },
    { request: 'GET /lots/summary', status: 200, json: { growers: [{ name: 'Kwekerij Smit', province: 'Westland', lots: 2, stems: 520 }, { name: 'Rosa Alba', province: 'Liguria', lots: 2, stems: 390 }], statuses: { open: 2, sold: 1, withdrawn: 1 } } },
    { request: 'GET /lots/1/bids', status: 200, json: [{ id: 1, amount: 6100, company: 'Bloom & Sons', at: '06:00' }, { id: 2, amount: 6400, company: 'Petal Pushers', at: '06:01' }] },
    { request: 'GET /lots/3/bids', status: 200, json: [] },
    { request: 'GET /buyers/top', status: 200, json: [{ company: 'Bloom & Sons', bids: 2, best: 9700 }, { company: 'Petal Pushers', bids: 1, best: 6400 }] },
    { request: 'GET /buyers/top?limit=1', status: 200, json: [{ company: 'Bloom & Sons' }] },
    { request: 'GET /buyers/me', status: 401, json: { error: 'An api key is needed' } },
    { request: 'GET /buyers/me', headers: petal, status: 200, json: { company: 'Petal Pushers', purchases: [{ invoice: '2026-0001', price: 6400, flower: 'Tulip', stems: 400 }], owed: 6400, credit: 2600 } },
    { request: 'GET /buyers/me', headers: bloom, status: 200, json: { purchases: [], owed: 0, credit: 50000 } },
    { request: bid(9800), status: 401 },
    { request: bid(9800), headers: bloom, status: 422, json: { error: 'Bid 9894 at least' } },
    { request: bid(9900), headers: petal, status: 402, json: { error: 'Beyond your credit' } },
    { request: 'POST /lots/2/bids {"amount":"much"}', headers: bloom, status: 400, json: { error: 'Invalid body' } },
    { request: 'POST /lots/1/bids {"amount":9000}', headers: bloom, status: 409, json: { error: 'The lot is sold' } },
    { request: 'POST /lots/9/bids {"amount":9000}', headers: bloom, status: 404 },
    { request: bid(9900), headers: bloom, status: 201, json: { id: 4, amount: 9900 } },
    { request: 'GET /lots/2', status: 200, json: { highestBid: 9900 } },
    { request: 'POST /lots/2/hammer', headers: bloom, status: 403 },
    { request: 'POST /lots/3/hammer', headers: house, status: 409, json: { error: 'The reserve is not met' } },
    { request: 'POST /lots/2/hammer', headers: house, status: 201, json: { lot: 2, buyer: 'Bloom & Sons', price: 9900, invoice: '2026-0002' } },
    { request: 'POST /lots/2/hammer', headers: house, status: 409, json: { error: 'The lot is sold' } },
    { request: 'GET /buyers/me', headers: bloom, status: 200, json: { purchases: [{ invoice: '2026-0002', price: 9900, flower: 'Peony' }], owed: 9900 } },
    { request: 'POST /lots {"growerId":2,"flower":"Freesia","stems":50,"reservePrice":700,"auctionDay":"2026-04-09"}', headers: bloom, status: 403 },
    { request: 'POST /lots {"growerId":2,"flower":"Freesia","stems":0,"reservePrice":700,"auctionDay":"2026-04-09"}', headers: house, status: 400 },
    { request: 'POST /lots {"growerId":2,"flower":"Freesia","stems":50,"reservePrice":700,"auctionDay":"2026-04-09"}', headers: house, status: 201, json: { id: 5, flower: 'Freesia', stems: 50, grade: null, reservePrice: 700, auctionDay: '2026-04-09', grower: 'Rosa Alba' } },
    { request: 'PATCH /lots/5 {"grade":"A1"}', headers: house, status: 200, json: { id: 5, grade: 'A1', reservePrice: 700 } },
    { request: 'PATCH /lots/5 {"reservePrice":800}', headers: house, status: 200, json: { grade: 'A1', reservePrice: 800 } },
    { request: 'PATCH /lots/5 {"grade":"C"}', headers: house, status: 400 },
    { request: 'GET /lots/3', status: 200, json: { grade: null, reservePrice: 4500 } },
    { request: 'GET /nowhere', status: 404, json: { error: 'Not found' } },
  ],
  cases: [
    { id: 'auction-group-short', ...sqlFault, break: [at(lots, 'GROUP BY g.name, g.province', 'GROUP BY g.name')], ...asked('GET /lots/summary') },
    { id: 'auction-group-gone', ...sqlFault, break: [at(lots, 'FROM lots GROUP BY status ORDER BY status', 'FROM lots ORDER BY status')], ...asked('GET /lots/summary') },
    { id: 'auction-old-column', ...sqlFault, break: [at(lots, "g.name AS grower, g.province\n", "g.name AS grower, g.region AS province\n")], ...asked('GET /lots/2') },
    { id: 'auction-sale-values', ...sqlFault, break: [at(lots, '[lotId, bidId, hammerPrice, invoiceNo]', '[lotId, hammerPrice, bidId, invoiceNo]')], ...asked('POST /lots/2/hammer', house) },
    { id: 'auction-bid-values', ...sqlFault, break: [at(bids, '[lotId, buyerId, amount]', '[lotId, amount]')], ...asked(bid(9900), bloom) },
    { id: 'auction-update-values', ...sqlFault, break: [at(lots, '    reservePrice,\n    grade,\n    id,\n', '    id,\n    reservePrice,\n    grade,\n')], ...asked('PATCH /lots/3 {"grade":"A2"}', house) },
    { id: 'auction-day-number', ...sqlFault, break: [at(lots, 'l.auction_day = $${values.length}`', 'l.auction_day = $${values.length + 1}`')], ...asked('GET /lots?day=2026-04-01') },
    { id: 'auction-alias-folded', ...sqlFault, break: [at(bids, 'b.placed_at AS "placedAt"', 'b.placed_at AS placedAt')], ...asked('GET /lots/1/bids') },
    { id: 'auction-table-name', ...sqlFault, break: [at(buyers, 'FROM sales s', 'FROM sale s')], ...asked('GET /buyers/me', petal) },
    { id: 'auction-purchases-promise', cause: 'async', expect: 'repair', break: [at('src/buyers/buyers.router.js', 'const purchases = await store', 'const purchases = store')], ...asked('GET /buyers/me', petal) },
    { id: 'auction-readdir-promise', cause: 'async', expect: 'repair', break: [at(migrate, '(await readdir(folder)).filter', 'readdir(folder).filter')], ...boot },
    { id: 'auction-never-released', cause: 'async', expect: 'repair', break: [at(pool, "    throw error;\n  } finally {\n    client.release();\n  }\n", '    throw error;\n  }\n')], ...asked([bid(1), bid(2), bid(3), 'GET /lots/2'], bloom) },
    { id: 'auction-buyer-hangs', cause: 'middleware', expect: 'repair', break: [at('src/middleware/load-buyer.js', 'await buyerByKey(key) : null;\n  next();\n', 'await buyerByKey(key) : null;\n')], ...asked('GET /health') },
    { id: 'auction-guard-called', cause: 'middleware', expect: 'repair', break: [at(lotsRouter, "lotsRouter.post('/:id/hammer', requireAuctioneer,", "lotsRouter.post('/:id/hammer', requireAuctioneer(),")], ...boot },
    { id: 'auction-validate-uncalled', cause: 'middleware', expect: 'repair', break: [at('src/bids/bids.router.js', 'validate(newBid),', 'validate,')], ...asked(bid(9900), bloom) },
    { id: 'auction-params-own', cause: 'middleware', expect: 'repair', break: [at('src/bids/bids.router.js', 'Router({ mergeParams: true })', 'Router()')], ...asked('GET /lots/1/bids') },
    { id: 'auction-pool-path', cause: 'path', expect: 'repair', break: [at(lotsService, "require('../db/pool')", "require('../db')")], ...boot },
    { id: 'auction-export-lost', cause: 'name', expect: 'repair', break: [at(pool, 'module.exports = { pool, query, one, withTransaction };', 'module.exports = { pool, query, one };')], ...asked(bid(9900), bloom) },
    { id: 'auction-no-client', cause: 'null', expect: 'repair', break: [at(lots, 'function findLot(id, client) {', 'function findLot(id, client = null) {')], ...asked('GET /lots/2') },
    { id: 'auction-folder', cause: 'path', expect: 'repair', break: [at(migrate, "path.join(__dirname, '..', '..', 'migrations')", "path.join(__dirname, '..', 'migrations')")], ...boot },
    { id: 'auction-picked-key', cause: 'name', expect: 'repair', break: [at('src/schemas.js', 'grade: true }', 'grades: true }')], ...boot },
    { id: 'auction-database-away', cause: 'outage', expect: 'ask', break: [], env: { DATABASE_URL: 'postgres://postgres@{closed}/postgres' }, ...boot },
    { id: 'auction-no-url', cause: 'undeclared', expect: 'ask', break: [], env: { DATABASE_URL: null }, ...boot },
    { id: 'auction-reserve', cause: 'client', expect: 'none', break: [], ...asked('POST /lots/3/hammer', house) },
  ],
};
