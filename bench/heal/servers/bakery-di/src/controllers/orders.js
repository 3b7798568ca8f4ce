'use strict';

const { HttpError } = require('#http/errors');

class OrdersController {
  static routes = [
    ['post', '/quote', 'quote'],
    ['post', '/', 'create'],
    ['get', '/', 'index'],
    ['get', '/:number', 'show'],
  ];

  constructor({ ordering, orders }) {
    this.ordering = ordering;
    this.orders = orders;
  }

  async quote(req, res) {
    res.json(await this.ordering.quote(req.body, req.language));
  }

  async create(req, res) {
    const order = await this.ordering.place(req.customer, req.body ?? {}, req.language);
    const message = req.t('order.placed', { number: order.number });
    res.status(201).location(`/orders/${order.number}`).json({ ...order, message });
  }

  async index(req, res) {
    const orders = await this.orders.ofCustomer(req.customer.id);
    res.json({ count: orders.length, total: orders.reduce((sum, { price }) => sum + price.total, 0) });
  }

  async show(req, res) {
    const order = await this.orders.byNumber(Number(req.params.number));
    if (order?.customerId !== req.customer.id) throw HttpError.notFound('order', req.params.number);
    res.json(order);
  }
}

module.exports = OrdersController;
