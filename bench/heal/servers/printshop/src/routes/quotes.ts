import { badRequest, notFound } from '../http/errors.js';
import type { Router } from '../http/router.js';
import { formatEuro } from '../lib/money.js';
import type { Repositories } from '../repositories/index.js';
import type { PricingService } from '../services/pricing.js';
import type { Job } from '../types.js';

export function readJob(body: Record<string, unknown>): Job {
  const { paper, quantity, colours = 4, finishing = [] } = body;
  const faults: string[] = [];
  if (typeof paper !== 'string') faults.push('paper is missing');
  if (!Number.isInteger(quantity) || Number(quantity) < 1) faults.push('quantity must be a whole number from 1');
  if (!Number.isInteger(colours) || Number(colours) < 1) faults.push('colours must be a whole number from 1');
  if (!Array.isArray(finishing)) faults.push('finishing must be a list');
  if (faults.length > 0) throw badRequest('The job is incomplete', faults);
  return { paper, quantity, colours, finishing } as Job;
}

export function quoteRoutes(router: Router, pricing: PricingService, { papers }: Repositories) {
  router.get('/papers', (ctx) => {
    const { gsm, stock } = ctx.query;
    ctx.body = papers.list({ gsm: gsm === undefined ? undefined : Number(gsm), inStock: stock === 'yes' });
  });

  router.get('/papers/:code', (ctx) => {
    const paper = papers.findByCode(ctx.params.code.toUpperCase());
    if (paper === null) throw notFound(`Paper ${ctx.params.code}`);
    ctx.body = { ...paper, label: `${paper.name} ${paper.gsm} g` };
  });

  router.post('/quotes', (ctx) => {
    const job = readJob(ctx.state.body);
    const { sheets, discountPercent, net, vat, gross } = pricing.quote(job, ctx.state.customer);
    ctx.body = {
      sheets,
      discountPercent,
      net: formatEuro(net),
      vat: formatEuro(vat),
      gross: formatEuro(gross),
    };
  });
}
