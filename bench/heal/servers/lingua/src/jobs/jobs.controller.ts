import { Body, Controller, Get, Header, HttpCode, Inject, Param, Post, Query } from '@nestjs/common';
import { CurrentStaff, Public, Roles } from '../auth/roles.decorator';
import { type Staff, StaffService } from '../auth/staff.service';
import { ClientsService } from '../clients/clients.service';
import { addDays, formatDay } from '../common/days';
import { money } from '../common/money';
import { type OrderBody, OrderPipe } from '../common/pipes';
import { Templates } from '../common/templates';
import { SETTINGS, type Settings } from '../config/settings';
import { FxService } from '../rates/fx.service';
import { RatesService } from '../rates/rates.service';
import { type Filter, type Job, JobsService, statusOf } from './jobs.service';
import { isSignatureOf, signatureOf, signer } from './signing';

@Controller()
export class JobsController {
  constructor(
    @Inject(JobsService) private readonly jobs: JobsService,
    @Inject(ClientsService) private readonly clients: ClientsService,
    @Inject(RatesService) private readonly rates: RatesService,
    @Inject(FxService) private readonly fx: FxService,
    @Inject(StaffService) private readonly staff: StaffService,
    @Inject(Templates) private readonly templates: Templates,
    @Inject(SETTINGS) private readonly settings: Settings,
  ) {}

  @Get('jobs')
  async list(@Query() filter: Filter) {
    const jobs = await this.jobs.list(filter);
    return Promise.all(jobs.map((job) => this.shown(job)));
  }

  @Get('jobs/:id')
  async one(@Param('id') id: string) {
    return this.shown(await this.jobs.get(id));
  }

  @Post('quotes')
  @HttpCode(200)
  @Roles('manager', 'finance')
  async quote(@Body(OrderPipe) order: OrderBody, @Query('currency') currency?: string) {
    const client = await this.clients.get(order.clientId);
    const price = await this.rates.price(order, client);
    const wanted = currency ?? this.settings.currency;
    const cents = await this.fx.convert(price.totalCents, wanted);
    return {
      client: client.name,
      lines: price.lines.map(({ text, cents }) => `${text}: ${money(cents)}`),
      net: money(price.netCents),
      total: money(cents, wanted),
      deadline: await this.rates.deadline(order),
    };
  }

  @Post('jobs')
  @Roles('manager')
  async add(@Body(OrderPipe) order: OrderBody) {
    await this.clients.get(order.clientId);
    return this.shown(await this.jobs.add(order));
  }

  @Post('jobs/:id/assign')
  @HttpCode(200)
  @Roles('manager')
  async assign(@Param('id') id: string, @Body() body: { linguist?: string }) {
    return this.shown(await this.jobs.assign(id, body?.linguist ?? ''));
  }

  @Post('jobs/:id/deliver')
  @HttpCode(200)
  @Roles('linguist')
  async deliver(@Param('id') id: string, @CurrentStaff() staff: Staff) {
    return this.shown(await this.jobs.deliver(id, staff.id, formatDay(new Date())));
  }

  @Get('jobs/:id/invoice')
  @Roles('finance')
  @Header('content-type', 'text/plain; charset=utf-8')
  async invoice(@Param('id') id: string) {
    const job = await this.jobs.get(id);
    const client = await this.clients.get(job.clientId);
    const price = await this.rates.price(job, client);
    const { prefix, termDays } = this.settings.invoicing;
    return this.templates.render('invoice', {
      agency: this.settings.agency,
      number: `${prefix}${job.id.slice(1)}`,
      client: client.name,
      city: client.city,
      vatId: client.vatId ?? '-',
      title: job.title,
      pair: job.pair,
      words: job.words,
      lines: price.lines.map(({ text, cents }) => `  ${text.padEnd(24)} ${money(cents)}`).join('\n'),
      net: money(price.netCents),
      vat: money(price.vatCents),
      total: money(price.totalCents),
      due: addDays(job.delivered ?? job.received, termDays),
      signer: signer(),
    });
  }

  @Get('jobs/:id/link')
  @Roles('manager')
  async link(@Param('id') id: string) {
    const job = await this.jobs.get(id);
    return { path: `/shared/${job.id}?sig=${signatureOf(job.id, this.settings.signingSecret)}` };
  }

  @Public()
  @Get('shared/:id')
  async shared(@Param('id') id: string, @Query('sig') sig?: string) {
    const job = await this.jobs.get(id);
    if (!isSignatureOf(job.id, sig, this.settings.signingSecret)) return { status: 'hidden' };
    return { title: job.title, status: statusOf(job), deadline: await this.rates.deadline(job) };
  }

  private async shown(job: Job) {
    const client = await this.clients.get(job.clientId);
    const linguist = job.linguist === null ? undefined : await this.staff.byId(job.linguist);
    return {
      id: job.id,
      title: job.title,
      client: client.name,
      pair: job.pair,
      words: job.words,
      status: statusOf(job),
      linguist: linguist?.name ?? null,
      deadline: await this.rates.deadline(job),
    };
  }
}
