'use strict';

class CustomerController {
  constructor(customers, invoices) {
    this.customers = customers;
    this.invoices = invoices;
  }

  list(ctx) {
    ctx.body = this.customers.list();
  }

  show(ctx) {
    const customer = this.customers.find(ctx.params.id);
    if (!customer) ctx.throw(404, 'Customer not found');
    const settings = customer.settings ? JSON.parse(customer.settings) : {};
    ctx.body = {
      id: customer.id,
      name: customer.name,
      vat: customer.vat_number ? customer.vat_number.toLowerCase() : null,
      reminders: settings.reminders ?? true,
      cc: (settings.cc ?? []).join(', '),
    };
  }

  create(ctx) {
    const { name, vatNumber, currency } = ctx.request.body;
    if (typeof name !== 'string' || name.trim() === '') ctx.throw(400, 'name is missing');
    const customer = this.customers.insert({ name: name.trim(), vatNumber, currency });
    ctx.status = 201;
    ctx.set('Location', `/customers/${customer.id}`);
    ctx.body = customer;
  }
}

module.exports = CustomerController;
