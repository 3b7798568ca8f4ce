import { badRequest } from '../http/errors.js';
import { daysBetween, monthOf } from '../lib/dates.js';
import { formatEuro } from '../lib/money.js';
import type { Repositories } from '../repositories/index.js';

export class ReportService {
  constructor(private readonly repositories: Repositories) {}

  async monthly(month: unknown) {
    if (typeof month !== 'string' || !/^\d{4}-\d{2}$/.test(month)) throw badRequest('month must look like 2026-04');
    const orders = this.repositories.orders
      .find()
      .filter((order) => order.status !== 'cancelled' && monthOf(order.orderedOn) === month);
    const revenue = orders.reduce((sum, order) => sum + order.net, 0);
    const delivered = orders.filter(({ dueOn }) => dueOn !== null);
    const days = delivered.map(({ orderedOn, dueOn }) => daysBetween(orderedOn, dueOn!));
    return {
      month,
      orders: orders.length,
      revenue: formatEuro(revenue),
      average: orders.length === 0 ? null : formatEuro(Math.round(revenue / orders.length)),
      leadDays: days.length === 0 ? null : days.reduce((sum, one) => sum + one, 0) / days.length,
    };
  }

  async customers() {
    const { customers, orders } = this.repositories;
    return customers
      .buyers()
      .map((customer) => {
        const own = orders.find({ customerId: customer.id }).filter(({ status }) => status !== 'cancelled');
        const spent = own.reduce((sum, order) => sum + order.net, 0);
        return { name: customer.name, orders: own.length, spent, open: orders.openAmount(customer.id) };
      })
      .sort((a, b) => b.spent - a.spent)
      .map((row) => ({ ...row, spent: formatEuro(row.spent), open: formatEuro(row.open) }));
  }
}
