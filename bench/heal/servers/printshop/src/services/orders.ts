import { readFile } from 'node:fs/promises';
import { badRequest, conflict, forbidden, notFound, unprocessable } from '../http/errors.js';
import { isDay, longDay, toDay } from '../lib/dates.js';
import { formatEuro } from '../lib/money.js';
import type { Repositories } from '../repositories/index.js';
import type { OrderFilter } from '../repositories/orders.js';
import type { Settings } from '../settings.js';
import type { Customer, Job, Order } from '../types.js';
import type { CarrierClient, Rate } from './carrier.js';
import type { Journal } from './journal.js';
import type { Planner } from './planner.js';
import type { PricingService } from './pricing.js';

const noteTemplate = new URL('../../templates/delivery-note.txt', import.meta.url);
const sheetSquareMetres = 0.45;

interface Parts {
  settings: Settings;
  repositories: Repositories;
  pricing: PricingService;
  planner: Planner;
  journal: Journal;
  carrier: CarrierClient;
}

export class OrderService {
  constructor(private readonly parts: Parts) {}

  list(by: Customer, filter: OrderFilter) {
    const own = by.role === 'customer' ? { customerId: by.id } : {};
    return this.parts.repositories.orders.find({ ...filter, ...own }).map((order) => this.summary(order));
  }

  get(by: Customer, number: string) {
    const order = this.find(by, number);
    return { ...this.summary(order), paper: order.paper, colours: order.colours, finishing: order.finishing };
  }

  async place(by: Customer, job: Job, title: string, orderedOn = toDay(new Date())) {
    const { repositories, pricing, journal } = this.parts;
    const { net, sheets } = pricing.quote(job, by);
    const open = repositories.orders.openAmount(by.id);
    if (open + net > by.creditLimit) {
      throw unprocessable(`Over your credit: ${formatEuro(by.creditLimit - open)} left`);
    }
    if (!repositories.papers.take(job.paper, sheets)) throw conflict(`Not enough ${job.paper} in stock`);
    const order = repositories.orders.add({
      ...job,
      customerId: by.id,
      title,
      orderedOn,
      status: 'ordered',
      net,
      press: null,
      dueOn: null,
    });
    await journal.write({ action: 'ordered', number: order.number, by: by.name });
    return this.summary(order);
  }

  async plan(by: Customer, number: string, start: unknown) {
    const order = this.find(by, number);
    if (!isDay(start)) throw badRequest('start must be a day');
    if (order.status !== 'ordered') throw conflict(`Order ${number} is ${order.status}`);
    const plan = this.parts.planner.plan(order, this.parts.pricing.sheetsFor(order), start);
    Object.assign(order, { status: 'planned', press: plan.press, dueOn: plan.dueOn });
    await this.parts.journal.write({ action: 'planned', number, by: by.name });
    return { ...this.summary(order), days: plan.days };
  }

  async cancel(by: Customer, number: string) {
    const order = this.find(by, number);
    if (order.status === 'printing' || order.status === 'shipped') throw conflict(`Order ${number} is ${order.status}`);
    order.status = 'cancelled';
    await this.parts.journal.write({ action: 'cancelled', number, by: by.name });
  }

  history(by: Customer, number: string) {
    return this.parts.journal.of(this.find(by, number).number);
  }

  async deliveryNote(by: Customer, number: string): Promise<string> {
    const order = this.find(by, number);
    if (order.status === 'cancelled') throw conflict(`Order ${number} is cancelled`);
    const { company } = this.parts.settings;
    const template = await readFile(noteTemplate, 'utf8');
    const values: Record<string, string | number> = {
      company: company.name,
      street: company.street,
      city: company.city,
      number,
      customer: this.customerOf(order).name,
      destination: this.destination(order),
      date: longDay(order.dueOn ?? order.orderedOn),
      quantity: order.quantity,
      title: order.title,
    };
    return template.replace(/\{(\w+)\}/g, (_, name) => String(values[name]));
  }

  async shipping(by: Customer, number: string): Promise<{ grams: number; rates: Rate[] }> {
    const order = this.find(by, number);
    const { address } = this.customerOf(order);
    if (address === null) throw unprocessable('Collected at the counter');
    const grams = this.weightOf(order);
    return { grams, rates: await this.parts.carrier.rates(address, grams) };
  }

  private find(by: Customer, number: string): Order {
    const order = this.parts.repositories.orders.findByNumber(number);
    if (order === null) throw notFound(`Order ${number}`);
    if (by.role === 'customer' && order.customerId !== by.id) throw forbidden();
    return order;
  }

  private customerOf(order: Order): Customer {
    const customer = this.parts.repositories.customers.findById(order.customerId);
    if (customer === null) throw notFound(`Customer ${order.customerId}`);
    return customer;
  }

  private destination(order: Order): string {
    const address = this.customerOf(order).address;
    if (address === null) return 'Collected at the counter';
    return `${address.street}, ${address.postcode} ${address.city.toUpperCase()}`;
  }

  private weightOf(order: Order): number {
    const paper = this.parts.repositories.papers.findByCode(order.paper);
    if (paper === null) throw notFound(`Paper ${order.paper}`);
    return Math.round(Math.ceil(order.quantity / paper.up) * sheetSquareMetres * paper.gsm);
  }

  private summary(order: Order) {
    return {
      number: order.number,
      title: order.title,
      customer: this.customerOf(order).name,
      quantity: order.quantity,
      orderedOn: order.orderedOn,
      status: order.status,
      press: order.press,
      dueOn: order.dueOn,
      total: formatEuro(order.net),
    };
  }
}
