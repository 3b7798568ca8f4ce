'use strict';

class ShopController {
  static routes = [
    ['get', '/', 'greet'],
    ['get', '/hours', 'hours'],
    ['get', '/pickup', 'pickup'],
    ['get', '/report', 'report'],
  ];

  constructor({ shop, ordering, statistics }) {
    this.shop = shop;
    this.ordering = ordering;
    this.statistics = statistics;
  }

  greet(req, res) {
    res.json({ message: req.t('greeting', { shop: this.shop.name }), language: req.language });
  }

  hours(req, res) {
    const rows = Object.entries(this.shop.openingHours).map(([day, [from, to]]) => `${day} ${from}-${to}`);
    res.type('text').send(rows.join('\n'));
  }

  pickup(req, res) {
    const hour = this.ordering.pickupHour();
    if (hour === null) return res.json({ message: null });
    res.json({ message: req.t('order.pickup', { hour }) });
  }

  report(req, res) {
    res.json(this.statistics.report());
  }
}

module.exports = ShopController;
