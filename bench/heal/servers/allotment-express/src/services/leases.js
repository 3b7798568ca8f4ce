import { HttpError } from '../http/errors.js';

export function leaseService({ plots, tenants, leases, applicants }, { db, settings, billing }) {
  async function plotOf(label) {
    const plot = await plots.byLabel(label);
    if (!plot) throw new HttpError(404, `Plot ${label} not found`);
    return plot;
  }

  async function describe(plot) {
    const [latest] = await leases.ofPlot(plot.label);
    const free = !latest || (latest.ends !== null && latest.ends < settings.today());
    return { ...plot, features: plot.features.join(', '), tenant: free ? null : latest.tenant };
  }

  return {
    async page(number) {
      const limit = settings.pageSize;
      const [rows, total] = await Promise.all([plots.list({ limit, offset: (number - 1) * limit }), plots.count()]);
      return { page: number, pages: Math.ceil(total / limit), plots: await Promise.all(rows.map(describe)) };
    },

    async plot(label) {
      const plot = await plotOf(label);
      const history = await leases.ofPlot(label);
      return {
        ...(await describe(plot)),
        history: history.map(({ tenant, starts, ends }) => `${tenant} ${starts.slice(0, 4)}-${ends?.slice(0, 4) ?? ''}`),
      };
    },

    async lease({ label, tenantId, starts = settings.today() }) {
      const plot = await plotOf(label);
      const tenant = await tenants.get(tenantId);
      if (!tenant) throw new HttpError(404, `Tenant ${tenantId} not found`);
      const free = await plots.free(starts);
      if (!free.some(({ id }) => id === plot.id)) throw new HttpError(409, `Plot ${label} is taken`);
      const id = await leases.open({ plotId: plot.id, tenantId, starts });
      return leases.find(id);
    },

    async end(id) {
      const lease = await leases.find(id);
      if (!lease) throw new HttpError(404, `Lease ${id} not found`);
      if (lease.ends) throw new HttpError(409, `Lease ${id} has ended`);
      await leases.end(id, settings.today());
      const balance = await billing.balance(lease.tenantId);
      return { id, ended: settings.today(), owes: balance.open };
    },

    /** The first in the list who likes the plot moves in. */
    async assign(label) {
      const plot = await plotOf(label);
      const list = await applicants.list();
      const next = list.find(({ wanted }) => (wanted.minArea ?? 0) <= plot.area && (!wanted.tap || plot.tap));
      if (!next) throw new HttpError(409, 'Nobody waits for such a plot');
      return db.transaction(async () => {
        await applicants.remove(next.id);
        return { label, assigned: next.name, left: list.length - 1 };
      });
    },
  };
}
