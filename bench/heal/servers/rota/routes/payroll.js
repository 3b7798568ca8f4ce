import { forbidden, notFound } from '../lib/errors.js';
import { fill, money } from '../lib/texts.js';
import { wages, wagesOf } from '../services/payroll.js';
import sign from '../services/signing.js';

const querystring = {
  type: 'object',
  required: ['month'],
  properties: { month: { type: 'string', pattern: '^\\d{4}-(0[1-9]|1[0-2])$' } },
};

export default async function payrollRoutes(app) {
  const { settings } = app;

  app.get('/', { schema: { querystring }, preHandler: app.managersOnly }, async (request) => {
    const { month } = request.query;
    const rows = wages(app, month);
    const total = rows.reduce((sum, row) => sum + row.total, 0);
    return { month, payDay: `${month}-${settings.payDay}`, rows, total: money(total) };
  });

  app.get('/:id/payslip', { schema: { querystring } }, async (request, reply) => {
    const id = Number(request.params.id);
    if (request.staff.role !== 'manager' && request.staff.id !== id) throw forbidden('not your payslip');
    const person = app.db.prepare('SELECT id, name FROM staff WHERE id = ?').get(id);
    if (person === undefined) throw notFound('member of staff');
    const { month } = request.query;
    const wage = wagesOf(app, person, month);
    const text = await fill('payslip', {
      ...{ name: person.name, month, hours: wage.hours.toFixed(2), payDay: `${month}-${settings.payDay}` },
      base: money(wage.base),
      premiums: money(wage.premiums),
      overtime: money(wage.overtime),
      total: money(wage.total),
    });
    return reply.type('text/plain').send(text);
  });

  app.post('/export', { schema: { querystring }, preHandler: app.managersOnly }, async (request) => {
    const { month } = request.query;
    const lines = wages(app, month).map(({ id, total }) => `${id};${month};${total}`);
    return { month, lines, ...sign(lines.join('\n')) };
  });
}
