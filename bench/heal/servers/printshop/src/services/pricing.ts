import { badRequest, notFound } from '../http/errors.js';
import { percentOf } from '../lib/money.js';
import type { PaperRepository } from '../repositories/papers.js';
import type { Settings } from '../settings.js';
import type { Customer, Job, Quote } from '../types.js';

export class PricingService {
  constructor(
    private readonly settings: Settings,
    private readonly papers: PaperRepository,
  ) {}

  quote(job: Job, customer: Customer | null): Quote {
    const { pricing } = this.settings;
    const paper = this.papers.findByCode(job.paper);
    if (paper === null) throw notFound(`Paper ${job.paper}`);
    const sheets = this.sheetsFor(job);
    const printing = pricing.setup + job.colours * pricing.perColour + sheets * pricing.perSheet;
    const material = sheets * paper.price;
    const finishing = job.finishing.reduce((sum, step) => sum + this.finishingCost(step, job.quantity), 0);
    const before = printing + material + finishing;
    const discountPercent = this.volumeDiscount(job.quantity) + (customer?.discountPercent ?? 0);
    const net = Math.max(pricing.minimum, before - percentOf(before, discountPercent));
    const vat = percentOf(net, pricing.vatPercent);
    return { sheets, discountPercent, net, vat, gross: net + vat };
  }

  sheetsFor({ paper: code, quantity }: Job): number {
    const paper = this.papers.findByCode(code);
    if (paper === null) throw notFound(`Paper ${code}`);
    const clean = Math.ceil(quantity / paper.up);
    return clean + Math.ceil((clean * this.settings.pricing.wastePercent) / 100);
  }

  private volumeDiscount(quantity: number): number {
    const fitting = this.settings.pricing.volumeDiscounts.filter(({ from }) => quantity >= from);
    return fitting.at(-1)?.percent ?? 0;
  }

  private finishingCost(step: string, quantity: number): number {
    const rate = this.settings.finishing[step];
    if (rate === undefined) throw badRequest(`Unknown finishing ${step}`);
    return rate.setup + Math.round((rate.perThousand * quantity) / 1000);
  }
}
