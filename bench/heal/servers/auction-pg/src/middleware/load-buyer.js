const { buyerByKey } = require('../buyers/buyers.store');
const { HttpError } = require('./errors');

async function loadBuyer(req, res, next) {
  const key = req.get('x-api-key');
  req.buyer = key ? await buyerByKey(key) : null;
  next();
}

function requireBuyer(req, res, next) {
  if (!req.buyer) throw new HttpError(401, 'An api key is needed');
  next();
}

function requireAuctioneer(req, res, next) {
  if (!req.buyer?.isAuctioneer) throw new HttpError(403, 'Only the auctioneer may do this');
  next();
}

module.exports = { loadBuyer, requireBuyer, requireAuctioneer };
