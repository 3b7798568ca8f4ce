import type { Order, OrderStatus } from '../types.js';

export interface OrderFilter {
  customerId?: number;
  status?: OrderStatus;
  from?: string;
  to?: string;
}

export class OrderRepository {
  constructor(private readonly orders: Order[]) {}

  findByNumber(number: string): Order | null {
    return this.orders.find((order) => order.number === number) ?? null;
  }

  find({ customerId, status, from, to }: OrderFilter = {}): Order[] {
    return this.orders.filter(
      (order) =>
        (customerId === undefined || order.customerId === customerId) &&
        (status === undefined || order.status === status) &&
        (from === undefined || order.orderedOn >= from) &&
        (to === undefined || order.orderedOn <= to),
    );
  }

  openAmount(customerId: number): number {
    return this.find({ customerId })
      .filter(({ status }) => status === 'ordered' || status === 'planned' || status === 'printing')
      .reduce((sum, order) => sum + order.net, 0);
  }

  add(order: Omit<Order, 'number'>): Order {
    const last = Math.max(...this.orders.map(({ number }) => Number(number.slice(2))));
    const added = { number: `P-${last + 1}`, ...order };
    this.orders.push(added);
    return added;
  }
}
