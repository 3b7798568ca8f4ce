import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Injectable } from '@nestjs/common';

export interface Item {
  name: string;
  cents: number;
  count: number;
}

export interface Order {
  id: number;
  customerId: number;
  placedAt: string;
  items: Item[];
}

export interface Customer {
  id: number;
  name: string;
  tier: string;
  address?: { city: string; zip: string };
}

interface Seed {
  customers: Customer[];
  orders: Order[];
  tiers: Record<string, number>;
}

@Injectable()
export class Store {
  private readonly seed: Seed = JSON.parse(readFileSync(path.join(__dirname, '..', '..', 'data', 'seed.json'), 'utf8'));

  get orders(): Order[] {
    return this.seed.orders;
  }

  get customers(): Customer[] {
    return this.seed.customers;
  }

  percentOf(tier: string): number {
    return this.seed.tiers[tier];
  }
}
