import { Router } from 'express';
import { need, numberParam } from './middleware.js';

export function tenantRoutes({ billing, leases, repositories }) {
  const router = Router();

  router.get('/', async (req, res) => {
    const { q } = req.query;
    const tenants = q ? await repositories.tenants.search(q) : await repositories.tenants.list();
    res.json(tenants.map(({ id, name }) => ({ id, name })));
  });

  router.get('/:id/statement', numberParam('id'), async (req, res) => {
    res.json(await billing.statement(req.ids.id));
  });

  router.get('/:id/statement.csv', numberParam('id'), async (req, res) => {
    const { payments } = await billing.statement(req.ids.id);
    res.type('text/csv');
    res.write('day,amount,note\n');
    for (const { day, amount, note } of payments) res.write(`${day},${amount},${note}\n`);
    res.end();
  });

  router.post('/:id/payments', numberParam('id'), need('chair'), async (req, res) => {
    res.status(201).json(await billing.pay(req.ids.id, req.body ?? {}));
  });

  router.delete('/leases/:id', numberParam('id'), need('chair'), async (req, res) => {
    res.json(await leases.end(req.ids.id));
  });

  return router;
}
