'use strict';

const customers = require('./db/customers');
const { authenticate, only } = require('./http/auth');
const { HttpError } = require('./http/errors');
const { euros, tonnes } = require('./lib/format');
const weighing = require('./services/weighing');
const invoicing = require('./services/invoicing');
const reports = require('./services/reports');

const anyone = [authenticate];
const office = [authenticate, only('office', 'manager')];
const manager = [authenticate, only('manager')];

function register(router) {
  router.add('GET', '/health', [], () => ({ body: { ok: true } }));

  router.add('GET', '/customers/:id/prices', anyone, async ({ params }) => {
    const customer = /^\d+$/.test(params.id) ? await customers.findById(params.id) : null;
    if (customer === null) throw new HttpError(404, `No customer ${params.id}`);
    const list = await customers.priceList(customer.id);
    return { body: { customer: customer.name, prices: list.map((one) => ({ ...one, price: euros(one.price) })) } };
  });

  router.add('GET', '/tickets', anyone, async ({ query }) => {
    const list = await weighing.list(query);
    return { body: { count: list.length, tickets: list } };
  });

  router.add('POST', '/tickets', anyone, async ({ user, body }) => {
    const ticket = await weighing.weighIn(user, body);
    return { status: 201, body: ticket, headers: { location: `/tickets/${ticket.number}` } };
  });

  router.add('GET', '/tickets/:number', anyone, async ({ params }) => ({ body: await weighing.get(params.number) }));

  router.add('POST', '/tickets/:number/gross', anyone, async ({ params, body }) => ({
    body: await weighing.weighOut(params.number, body.gross),
  }));

  router.add('GET', '/tickets/:number/slip', anyone, async ({ params }) => ({
    type: 'text/plain',
    body: await weighing.slip(params.number),
  }));

  router.add('POST', '/invoices', office, async ({ body }) => ({ status: 201, body: await invoicing.create(body) }));

  router.add('GET', '/invoices/:number', office, async ({ params }) => ({ body: await invoicing.get(params.number) }));

  router.add('POST', '/invoices/:number/send', office, async ({ params }) => ({
    body: await invoicing.send(params.number),
  }));

  router.add('GET', '/reports/materials', manager, async ({ query }) => ({ body: await reports.materials(query.month) }));

  router.add('GET', '/reports/customers', manager, async ({ query }) => {
    const rows = await reports.customers(query.month);
    return {
      body: rows.map(({ name, loads, kilos, amount }) => ({
        ...{ name, loads, tonnes: tonnes(kilos), amount: euros(amount) },
      })),
    };
  });

  router.add('GET', '/reports/busiest', manager, async ({ query }) => ({ body: await reports.busiest(query.month) }));

  router.add('POST', '/reports/exports/:month', manager, async ({ params }) => ({
    status: 201,
    body: await reports.exportMonth(params.month),
  }));

  return router;
}

module.exports = { register };
