import { Inject, Injectable } from '@nestjs/common';
import { StaffService } from '../auth/staff.service';
import { ClientsService } from '../clients/clients.service';
import { money, sum } from '../common/money';
import { JobsService, statusOf } from '../jobs/jobs.service';
import { RatesService } from '../rates/rates.service';

@Injectable()
export class ReportsService {
  constructor(
    @Inject(JobsService) private readonly jobs: JobsService,
    @Inject(ClientsService) private readonly clients: ClientsService,
    @Inject(RatesService) private readonly rates: RatesService,
    @Inject(StaffService) private readonly staff: StaffService,
  ) {}

  async month(month: string) {
    const jobs = await this.jobs.list({ month });
    const byPair: Record<string, number> = {};
    let netCents = 0;
    for (const job of jobs) {
      const client = await this.clients.get(job.clientId);
      const price = await this.rates.price(job, client);
      netCents += price.netCents;
      byPair[job.pair] = (byPair[job.pair] ?? 0) + job.words;
    }
    return { month, jobs: jobs.length, words: sum(jobs.map((job) => job.words)), net: money(netCents), byPair };
  }

  async workload() {
    const staff = await this.staff.all();
    const jobs = await this.jobs.list({ status: 'assigned' });
    return staff
      .filter((one) => one.role === 'linguist')
      .map((one) => {
        const mine = jobs.filter((job) => job.linguist === one.id);
        return { linguist: one.name, jobs: mine.length, words: sum(mine.map((job) => job.words)) };
      });
  }

  async byClient() {
    const clients = await this.clients.list();
    const rows = clients.map(async (client) => {
      const jobs = await this.jobs.forClient(client.id);
      const prices = await Promise.all(jobs.map((job) => this.rates.price(job, client)));
      return {
        client: client.name,
        delivered: jobs.filter((job) => statusOf(job) === 'delivered').length,
        net: money(sum(prices.map((price) => price.netCents))),
      };
    });
    return Promise.all(rows);
  }
}
