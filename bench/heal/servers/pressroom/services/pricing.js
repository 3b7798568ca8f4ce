'use strict';

const config = require('../config');
const store = require('../lib/store');
const { percentOf, sum } = require('../lib/money');
const { badRequest, notFound } = require('../lib/errors');

function sheetsFor(paper, work) {
  const leaves = Math.ceil((work.pages || 1) / (work.duplex ? 2 : 1));
  const sheets = Math.ceil((leaves * work.quantity) / paper.upsPerSheet);
  return sheets + Math.ceil((sheets * config.pricing.wastePercent) / 100);
}

function discountFor(quantity) {
  const volume = config.pricing.volumes.find(({ from }) => quantity >= from);
  return volume ? volume.percent : 0;
}

async function finishesOf(names) {
  const known = await store.all('finishes');
  return names.map((name) => {
    const finish = known.find(({ id }) => id === name);
    if (!finish) throw badRequest(`unknown finish ${name}`);
    return finish;
  });
}

/** Price of a piece of work in pence, with what it is made of. */
async function price(work) {
  const paper = await store.find('papers', work.paper);
  if (!paper) throw notFound(`paper ${work.paper}`);
  const finishes = await finishesOf(work.finishes || []);

  const sheets = sheetsFor(paper, work);
  const paperCost = Math.round((sheets * paper.pricePer100) / 100);
  const printing = config.pricing.setup + sheets * config.pricing.clickPerSheet;
  const finishing = sum(finishes, (finish) => finish.setup + Math.round((finish.per100 * work.quantity) / 100));

  let net = paperCost + printing + finishing;
  net -= percentOf(net, discountFor(work.quantity));
  net = Math.max(net, config.pricing.minimum);

  const vat = percentOf(net, config.invoice.vatPercent);
  return { sheets, paperCost, printing, finishing, net, vat, total: net + vat };
}

module.exports = { price };
