const BaseController = require('./base');

class OrdersController extends BaseController {
  constructor(translator, orders) {
    super(translator);
    this.orders = orders;
  }

  create = (request, response) => {
    const faults = this.orders.faultsOf(request.body);
    if (faults.length > 0) return this.fail(request, response, 400, 'errors.invalid', { fields: faults.join(', ') });
    const { order, refused } = this.orders.place(request.body);
    if (refused) return this.fail(request, response, 422, 'errors.tooMany', { max: refused });
    response.status(201).json(order);
  };

  totals = (request, response) => {
    response.json({ total: this.orders.totals() });
  };
}

module.exports = { OrdersController };
