'use strict';

const Koa = require('koa');
const errors = require('./lib/errors');
const readBody = require('./lib/body');
const Router = require('./lib/router');
const connection = require('./db/connection');
const migrate = require('./db/migrate');
const CustomerRepository = require('./repositories/customerRepository');
const InvoiceRepository = require('./repositories/invoiceRepository');
const CustomerController = require('./controllers/customerController');
const InvoiceController = require('./controllers/invoiceController');

const db = connection();
migrate(db);

const customers = new CustomerRepository(db);
const invoices = new InvoiceRepository(db);
const customerController = new CustomerController(customers, invoices);
const invoiceController = new InvoiceController(invoices, customers);

const router = new Router();
router.get('/health', (ctx) => {
  ctx.body = { ok: true };
});
router.get('/customers', (ctx) => customerController.list(ctx));
router.get('/customers/:id', (ctx) => customerController.show(ctx));
router.post('/customers', (ctx) => customerController.create(ctx));
router.get('/invoices', invoiceController.list);
router.get('/invoices/overdue', invoiceController.overdue);
router.get('/invoices/totals', invoiceController.totals);
router.get('/invoices/:id', invoiceController.show);
router.post('/invoices', invoiceController.create);
router.post('/invoices/:id/payments', invoiceController.pay);

const app = new Koa();
app.silent = true;
app.use(errors());
app.use(readBody({ limit: 64_000 }));
app.use(router.middleware());

const port = parseInt(process.env.PORT || '8080', 10);
app.listen(port, '127.0.0.1', () => console.log('invoices on %d', port));
