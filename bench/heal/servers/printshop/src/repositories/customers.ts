import type { Customer } from '../types.js';

export class CustomerRepository {
  private readonly byId: Map<number, Customer>;

  constructor(customers: Customer[]) {
    this.byId = new Map(customers.map((customer) => [customer.id, customer]));
  }

  findById(id: number): Customer | null {
    return this.byId.get(id) ?? null;
  }

  findByKey(key: string): Customer | null {
    return [...this.byId.values()].find((customer) => customer.key === key) ?? null;
  }

  buyers(): Customer[] {
    return [...this.byId.values()].filter(({ role }) => role === 'customer');
  }
}
