import { readFile } from 'node:fs/promises';
import { parse } from 'yaml';
import type { Customer, Order, Paper } from '../types.js';
import { CustomerRepository } from './customers.js';
import { OrderRepository } from './orders.js';
import { PaperRepository } from './papers.js';

export interface Repositories {
  customers: CustomerRepository;
  orders: OrderRepository;
  papers: PaperRepository;
}

const dataFolder = new URL('../../data/', import.meta.url);

async function readJson<T>(name: string): Promise<T> {
  return JSON.parse(await readFile(new URL(`${name}.json`, dataFolder), 'utf8'));
}

async function readYaml<T>(name: string): Promise<T> {
  return parse(await readFile(new URL(`${name}.yaml`, dataFolder), 'utf8'));
}

export async function openRepositories(): Promise<Repositories> {
  const [customers, orders, papers] = await Promise.all([
    readJson<Customer[]>('customers'),
    readJson<Order[]>('orders'),
    readYaml<Paper[]>('papers'),
  ]);
  return {
    customers: new CustomerRepository(customers),
    orders: new OrderRepository(orders),
    papers: new PaperRepository(papers),
  };
}
