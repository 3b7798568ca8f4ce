import { Inject, Injectable, NotFoundException } from '@nestjs/common';
import { euros, sumCents } from '../common/money';
import { Item, Order, Store } from '../common/store';
import { CustomersService } from '../customers/customers.service';

@Injectable()
export class OrdersService {
  constructor(
    @Inject(Store) private readonly store: Store,
    @Inject(CustomersService) private readonly customers: CustomersService,
  ) {}

  list(): object[] {
    return [...this.store.orders]
      .sort((a, b) => Date.parse(b.placedAt) - Date.parse(a.placedAt))
      .map((order) => this.present(order));
  }

  async find(id: number): Promise<Order> {
    const order = this.store.orders.find((one) => one.id === id);
    if (!order) throw new NotFoundException('No such order');
    return order;
  }

  present(order: Order): object {
    const customer = this.customers.find(order.customerId);
    const cents = this.customers.priceOf(customer, sumCents(order.items));
    return { id: order.id, customer: customer.name, items: order.items.length, cents, total: euros(cents) };
  }

  place(customerId: number, items: Item[]): object {
    const customer = this.customers.find(customerId);
    const id = Math.max(...this.store.orders.map((order) => order.id)) + 1;
    const order = { id, customerId: customer.id, placedAt: new Date().toISOString(), items };
    this.store.orders.push(order);
    return this.present(order);
  }
}
