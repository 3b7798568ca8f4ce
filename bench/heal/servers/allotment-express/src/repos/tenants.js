const toTenant = (row) => ({
  id: row.id,
  name: `${row.first_name} ${row.last_name}`,
  email: row.email,
  joined: row.joined,
  leftOn: row.left_on,
});

export function tenantRepository(db) {
  return {
    async get(id) {
      const row = await db.one('SELECT * FROM tenants WHERE id = ?', [id]);
      if (!row) return null;
      return toTenant(row);
    },

    async list({ active = true } = {}) {
      const rows = await db.many(
        `SELECT * FROM tenants ${active ? 'WHERE left_on IS NULL' : ''} ORDER BY last_name, first_name`,
      );
      return rows.map(toTenant);
    },

    async search(term) {
      const rows = await db.many(
        'SELECT * FROM tenants WHERE lower(first_name) LIKE ? OR lower(last_name) LIKE ? ORDER BY id',
        [`%${term.toLowerCase()}%`, `%${term.toLowerCase()}%`],
      );
      return rows.map(toTenant);
    },

    payments: (tenantId) =>
      db.many('SELECT id, cents, paid_on AS paidOn, note FROM payments WHERE tenant_id = ? ORDER BY paid_on', [tenantId]),

    async addPayment({ tenantId, cents, paidOn, note = null }) {
      const { id } = await db.execute('INSERT INTO payments (tenant_id, cents, paid_on, note) VALUES (?, ?, ?, ?)', [
        tenantId,
        cents,
        paidOn,
        note,
      ]);
      return id;
    },

    totals: () =>
      db.many(
        `SELECT t.id, t.last_name AS name, SUM(pay.cents) AS paid, MAX(pay.paid_on) AS latest
           FROM tenants t LEFT JOIN payments pay ON pay.tenant_id = t.id
          WHERE t.left_on IS NULL
          GROUP BY t.id ORDER BY t.id`,
      ),
  };
}
