const bids = require('../bids/bids.store');
const { invoicePrefix } = require('../config');
const { withTransaction } = require('../db/pool');
const { HttpError } = require('../middleware/errors');
const store = require('./lots.store');

async function getLot(id) {
  const lot = await store.findLot(id);
  if (!lot) throw new HttpError(404, 'No such lot');
  return lot;
}

async function describeLot(id) {
  const [lot, best] = await Promise.all([getLot(id), bids.highest(id)]);
  return { ...lot, highestBid: best ? best.amount : null, bidder: best ? best.company : null };
}

async function createLot(input) {
  const { id } = await store.insertLot(input);
  return getLot(id);
}

async function changeLot(id, changes) {
  await getLot(id);
  await store.updateLot(id, changes);
  return getLot(id);
}

function hammer(id) {
  return withTransaction(async (client) => {
    const lot = await store.findLot(id, client);
    if (!lot) throw new HttpError(404, 'No such lot');
    if (lot.status !== 'open') throw new HttpError(409, `The lot is ${lot.status}`);
    const best = await bids.highest(id, client);
    if (!best || best.amount < lot.reservePrice) throw new HttpError(409, 'The reserve is not met');
    const { total } = await store.countSales(client);
    const invoiceNo = `${invoicePrefix}-${String(total + 1).padStart(4, '0')}`;
    await store.addSale({ lotId: lot.id, bidId: best.id, hammerPrice: best.amount, invoiceNo }, client);
    await store.setStatus(lot.id, 'sold', client);
    return { lot: lot.id, buyer: best.company, price: best.amount, invoice: invoiceNo };
  });
}

module.exports = { getLot, describeLot, createLot, changeLot, hammer };
