import { HttpError } from '../http/errors.js';

const sum = (list, pick) => list.reduce((total, item) => total + pick(item), 0);

export function billingService({ tenants, leases }, settings) {
  const { perSquareMetre, waterFee } = settings.rent;
  const money = (cents) => `${settings.currency}${(cents / 100).toFixed(2)}`;

  function rentOf({ area, tap }) {
    return area * perSquareMetre + (tap ? waterFee : 0);
  }

  async function tenantOf(id) {
    const tenant = await tenants.get(id);
    if (!tenant) throw new HttpError(404, `Tenant ${id} not found`);
    return tenant;
  }

  async function balance(tenantId) {
    const [held, payments] = await Promise.all([
      leases.ofTenant(tenantId, settings.today()),
      tenants.payments(tenantId),
    ]);
    const due = sum(held, rentOf);
    const paid = sum(payments, ({ cents }) => cents);
    return { due: money(due), paid: money(paid), open: money(due - paid) };
  }

  return {
    balance,

    async statement(id) {
      const tenant = await tenantOf(id);
      const payments = await tenants.payments(id);
      const last = payments.at(-1);
      return {
        tenant: tenant.name,
        contact: tenant.email?.toLowerCase() ?? null,
        ...(await balance(id)),
        lastPayment: last ? last.paidOn : null,
        payments: payments.map(({ cents, paidOn, note }) => ({ day: paidOn, amount: money(cents), note: note?.toUpperCase() ?? '-' })),
      };
    },

    async pay(tenantId, { cents, note }) {
      await tenantOf(tenantId);
      if (!Number.isInteger(cents) || cents <= 0) throw new HttpError(422, 'cents must be a whole number above 0');
      const id = await tenants.addPayment({ tenantId, cents, paidOn: settings.today(), note });
      return { id, ...(await balance(tenantId)) };
    },

    async arrears() {
      const everybody = await tenants.list();
      const rows = await Promise.all(
        everybody.map(async ({ id, name }) => {
          const { open } = await balance(id);
          return { id, name, open };
        }),
      );
      return rows.filter(({ open }) => !open.includes('-') && open !== money(0));
    },

    async totals() {
      const rows = await tenants.totals();
      return rows.map(({ name, paid, latest }) => ({ name, paid: money(paid ?? 0), year: latest ? Number(latest.slice(0, 4)) : null }));
    },
  };
}
