import { ConflictException, Inject, Injectable, NotFoundException } from '@nestjs/common';
import { StaffService } from '../auth/staff.service';
import { monthOf } from '../common/days';
import type { OrderBody } from '../common/pipes';
import { Store } from '../common/store';
import { RatesService, type Work } from '../rates/rates.service';

export interface Job extends Work {
  id: string;
  clientId: string;
  title: string;
  linguist: string | null;
  delivered: string | null;
}

export type Status = 'new' | 'assigned' | 'delivered';

export interface Filter {
  status?: string;
  pair?: string;
  month?: string;
}

export function statusOf(job: Job): Status {
  if (job.delivered !== null) return 'delivered';
  return job.linguist === null ? 'new' : 'assigned';
}

@Injectable()
export class JobsService {
  constructor(
    @Inject(Store) private readonly store: Store,
    @Inject(RatesService) private readonly rates: RatesService,
    @Inject(StaffService) private readonly staff: StaffService,
  ) {}

  async list(filter: Filter): Promise<Job[]> {
    const jobs = await this.store.table<Job>('jobs');
    return jobs.filter(
      (job) =>
        (filter.status === undefined || statusOf(job) === filter.status) &&
        (filter.pair === undefined || job.pair === filter.pair) &&
        (filter.month === undefined || monthOf(job.received) === filter.month),
    );
  }

  async forClient(clientId: string): Promise<Job[]> {
    const jobs = await this.store.table<Job>('jobs');
    return jobs.filter((job) => job.clientId === clientId);
  }

  async get(id: string): Promise<Job> {
    const jobs = await this.store.table<Job>('jobs');
    const job = jobs.find((one) => one.id === id);
    if (job === undefined) throw new NotFoundException(`There is no job ${id}`);
    return job;
  }

  async add(order: OrderBody): Promise<Job> {
    await this.rates.rateOf(order.pair);
    const jobs = await this.store.table<Job>('jobs');
    const highest = Math.max(...jobs.map((job) => Number(job.id.slice(1))));
    const job: Job = { id: `j${highest + 1}`, ...order, linguist: null, delivered: null };
    jobs.push(job);
    return job;
  }

  async assign(id: string, staffId: string): Promise<Job> {
    const job = await this.get(id);
    const linguist = await this.staff.byId(staffId);
    if (linguist === undefined || linguist.role !== 'linguist') throw new NotFoundException(`There is no linguist ${staffId}`);
    if (statusOf(job) === 'delivered') throw new ConflictException(`${id} is delivered`);
    if (!linguist.pairs.includes(job.pair)) throw new ConflictException(`${linguist.name} does not translate ${job.pair}`);
    job.linguist = linguist.id;
    return job;
  }

  async deliver(id: string, staffId: string, day: string): Promise<Job> {
    const job = await this.get(id);
    if (job.linguist !== staffId) throw new ConflictException(`${id} is not yours`);
    if (job.delivered !== null) throw new ConflictException(`${id} was delivered on ${job.delivered}`);
    job.delivered = day;
    return job;
  }
}
