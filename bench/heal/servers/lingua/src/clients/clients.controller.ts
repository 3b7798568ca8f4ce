import { Controller, Get, Header, Inject, Param, Query } from '@nestjs/common';
import { Roles } from '../auth/roles.decorator';
import { money, sum } from '../common/money';
import { Templates } from '../common/templates';
import { SETTINGS, type Settings } from '../config/settings';
import { JobsService, statusOf } from '../jobs/jobs.service';
import { RatesService } from '../rates/rates.service';
import { type Client, ClientsService } from './clients.service';

@Controller('clients')
@Roles('manager', 'finance')
export class ClientsController {
  constructor(
    @Inject(ClientsService) private readonly clients: ClientsService,
    @Inject(JobsService) private readonly jobs: JobsService,
    @Inject(RatesService) private readonly rates: RatesService,
    @Inject(Templates) private readonly templates: Templates,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  @Get()
  async list(@Query('q') q?: string) {
    const clients = await this.clients.list(q);
    return clients.map((client) => this.shown(client));
  }

  @Get(':id')
  async one(@Param('id') id: string) {
    const client = await this.clients.get(id);
    const jobs = await this.jobs.forClient(id);
    return {
      ...this.shown(client),
      vatId: client.vatId?.replaceAll(' ', '') ?? null,
      jobs: jobs.map((job) => job.id),
      words: sum(jobs.map((job) => job.words)),
    };
  }

  @Get(':id/statement')
  @Roles('finance')
  @Header('content-type', 'text/plain; charset=utf-8')
  async statement(@Param('id') id: string) {
    const client = await this.clients.get(id);
    const jobs = await this.jobs.forClient(id);
    const rows = await Promise.all(
      jobs.map(async (job) => ({ job, cents: (await this.rates.price(job, client)).totalCents })),
    );
    const total = (isDelivered: boolean) =>
      money(sum(rows.filter(({ job }) => (statusOf(job) === 'delivered') === isDelivered).map(({ cents }) => cents)));
    return this.templates.render('statement', {
      agency: this.settings.agency,
      client: client.name,
      rows: rows.map(({ job, cents }) => `${job.id}  ${job.received}  ${money(cents)}  ${job.title}`).join('\n'),
      delivered: total(true),
      open: total(false),
    });
  }

  private shown(client: Client) {
    return { id: client.id, name: client.name, city: client.city, email: client.contact?.email ?? null };
  }
}
