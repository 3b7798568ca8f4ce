const { tickets } = require('#config');

const prices = { day: 40, weekend: 95 };

const price = (kind, count) => {
  if (!tickets.kinds.includes(kind)) throw new RangeError(`No tickets of kind ${kind}`);
  return prices[kind] * count;
};

module.exports = { price, prices };
