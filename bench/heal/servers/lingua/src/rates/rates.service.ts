import { Inject, Injectable, UnprocessableEntityException } from '@nestjs/common';
import { addWorkingDays } from '../common/days';
import { money, percentOf } from '../common/money';
import { Store } from '../common/store';
import { SETTINGS, type Settings } from '../config/settings';

export interface Rate {
  pair: string;
  centsPerWord: number;
  certified: boolean;
}

export interface Work {
  pair: string;
  words: number;
  rush: boolean;
  certified: boolean;
  received: string;
}

export interface Price {
  lines: { text: string; cents: number }[];
  netCents: number;
  vatCents: number;
  totalCents: number;
}

@Injectable()
export class RatesService {
  constructor(
    @Inject(Store) private readonly store: Store,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  async list() {
    const rates = await this.store.table<Rate>('rates');
    return rates.map(({ pair, centsPerWord, certified }) => ({ pair, perWord: money(centsPerWord), certified }));
  }

  async rateOf(pair: string): Promise<Rate> {
    const rates = await this.store.table<Rate>('rates');
    const rate = rates.find((one) => one.pair === pair);
    if (rate === undefined) throw new UnprocessableEntityException(`We do not translate ${pair}`);
    return rate;
  }

  async price(work: Work, client: { country: string; discountPercent: number }): Promise<Price> {
    const { pair, words, rush, certified } = work;
    const { minimumCents, rushPercent, certifiedCents, vatPercent } = this.settings.pricing;
    const rate = await this.rateOf(pair);
    if (certified && !rate.certified) throw new UnprocessableEntityException(`${pair} is not certified here`);
    const base = Math.max(words * rate.centsPerWord, minimumCents);
    const lines = [{ text: `Translation ${pair}`, cents: base }];
    if (rush) lines.push({ text: 'Rush', cents: percentOf(base, rushPercent) });
    if (certified) lines.push({ text: 'Certification', cents: certifiedCents });
    if (client.discountPercent > 0) {
      lines.push({ text: `Discount ${client.discountPercent} %`, cents: -percentOf(base, client.discountPercent) });
    }
    const netCents = lines.reduce((total, line) => total + line.cents, 0);
    const vatCents = client.country === 'AT' ? percentOf(netCents, vatPercent) : 0;
    return { lines, netCents, vatCents, totalCents: netCents + vatCents };
  }

  async deadline(work: Work): Promise<string> {
    const { wordsPerDay, bufferDays } = this.settings.schedule;
    const holidays = await this.store.table<{ day: string }>('holidays');
    const days = Math.ceil(work.words / wordsPerDay) + (work.rush ? 0 : bufferDays);
    return addWorkingDays(work.received, days, new Set(holidays.map(({ day }) => day)));
  }
}
