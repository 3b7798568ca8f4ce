'use strict';

const { format, taxOf } = require('../lib/money');

const TAX_PERCENT = 20;

class InvoiceController {
  constructor(invoices, customers) {
    this.invoices = invoices;
    this.customers = customers;
    for (const name of ['list', 'overdue', 'totals', 'show', 'create', 'pay']) this[name] = this[name].bind(this);
  }

  list(ctx) {
    const { status = 'open', limit = '10', page = '1' } = ctx.query;
    const rows = this.invoices.list({ status, limit: Number(limit), offset: (Number(page) - 1) * Number(limit) });
    ctx.body = rows.map((row) => ({ id: row.id, number: row.number, customer: row.customer, due: row.due_on ?? 'on receipt' }));
  }

  overdue(ctx) {
    const today = ctx.query.today ?? new Date().toISOString().slice(0, 10);
    ctx.body = this.invoices.overdue(today).map(({ number, customer, due_on: due }) => ({
      number,
      customer,
      days: Math.round((Date.parse(today) - Date.parse(due)) / 86_400_000),
    }));
  }

  totals(ctx) {
    ctx.body = this.invoices.totalsByCustomer().map(({ name, currency, cents }) => ({ name, total: format(cents ?? 0, currency) }));
  }

  load(ctx) {
    const invoice = this.invoices.find(ctx.params.id);
    if (!invoice) ctx.throw(404, `Invoice ${ctx.params.id} not found`);
    return invoice;
  }

  amounts(invoice) {
    const lines = this.invoices.linesOf(invoice.id);
    const net = lines.reduce((sum, line) => sum + line.quantity * line.unit_cents, 0);
    const gross = net + taxOf(net, TAX_PERCENT);
    return { lines, net, gross, open: gross - this.invoices.paidCents(invoice.id) };
  }

  show(ctx) {
    const invoice = this.load(ctx);
    const { currency, name } = this.customers.find(invoice.customer_id);
    const { lines, net, gross, open } = this.amounts(invoice);
    ctx.body = {
      number: invoice.number,
      customer: name,
      dueMonth: invoice.due_on ? invoice.due_on.slice(0, 7) : null,
      first: lines[0]?.title.toUpperCase() ?? null,
      net: format(net, currency),
      gross: format(gross, currency),
      open: format(open, currency),
    };
  }

  create(ctx) {
    const { customerId, lines = [], dueOn = null } = ctx.request.body;
    if (!this.customers.find(customerId ?? null)) ctx.throw(404, 'Customer not found');
    const id = this.invoices.save(customerId, new Date().toISOString().slice(0, 10), dueOn, lines);
    ctx.status = 201;
    ctx.body = this.invoices.find(id);
  }

  pay(ctx) {
    const invoice = this.load(ctx);
    const { cents } = ctx.request.body;
    if (!Number.isInteger(cents)) ctx.throw(400, 'cents must be an integer');
    if (invoice.status !== 'open') ctx.throw(409, `Invoice is ${invoice.status}`);
    this.invoices.addPayment(invoice.id, cents);
    const { open } = this.amounts(invoice);
    if (open <= 0) this.invoices.markPaid(invoice.id);
    ctx.status = 201;
    ctx.body = { open, status: this.invoices.find(invoice.id).status };
  }
}

module.exports = InvoiceController;
