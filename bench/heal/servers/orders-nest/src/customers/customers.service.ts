import { Inject, Injectable, NotFoundException } from '@nestjs/common';
import { euros, sumCents, withDiscount } from '../common/money';
import { Customer, Store } from '../common/store';

@Injectable()
export class CustomersService {
  constructor(@Inject(Store) private readonly store: Store) {}

  find(id: number): Customer {
    const customer = this.store.customers.find((one) => one.id === id);
    if (!customer) throw new NotFoundException('No such customer');
    return customer;
  }

  summary(id: number): object {
    const customer = this.find(id);
    const orders = this.store.orders.filter((order) => order.customerId === id);
    const dates = orders.map((order) => new Date(order.placedAt)).sort((a, b) => a.getTime() - b.getTime());
    const spent = orders.reduce((sum, order) => sum + this.priceOf(customer, sumCents(order.items)), 0);
    return {
      name: customer.name,
      city: customer.address?.city ?? null,
      orders: orders.length,
      lastOrder: dates.at(-1)?.toISOString() ?? null,
      spent: euros(spent),
    };
  }

  priceOf(customer: Customer, cents: number): number {
    return withDiscount(cents, this.store.percentOf(customer.tier));
  }
}
