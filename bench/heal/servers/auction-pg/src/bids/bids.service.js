const { minimumRaisePercent } = require('../config');
const { withTransaction } = require('../db/pool');
const lots = require('../lots/lots.store');
const { HttpError } = require('../middleware/errors');
const store = require('./bids.store');

function lowestBid(lot, best) {
  if (!best) return lot.reservePrice;
  return Math.ceil(best.amount * (1 + minimumRaisePercent / 100));
}

async function place(lotId, buyer, amount) {
  return withTransaction(async (client) => {
    const lot = await lots.findLot(lotId, client);
    if (!lot) throw new HttpError(404, 'No such lot');
    if (lot.status !== 'open') throw new HttpError(409, `The lot is ${lot.status}`);
    if (amount > buyer.creditLimit) throw new HttpError(402, 'Beyond your credit');
    const best = await store.highest(lotId, client);
    const lowest = lowestBid(lot, best);
    if (amount < lowest) throw new HttpError(422, `Bid ${lowest} at least`);
    return store.addBid({ lotId, buyerId: buyer.id, amount }, client);
  });
}

module.exports = { place };
