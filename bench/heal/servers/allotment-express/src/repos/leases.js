export function leaseRepository(db) {
  const current = `
    SELECT l.id, l.starts, l.ends, p.label, p.area, p.tap, t.id AS tenantId, t.last_name AS tenant
      FROM leases l
      JOIN plots p ON p.id = l.plot_id
      JOIN tenants t ON t.id = l.tenant_id`;
  return {
    find: (id) => db.one(`${current} WHERE l.id = ?`, [id]),

    ofTenant: (tenantId, day) =>
      db.many(`${current} WHERE l.tenant_id = ? AND l.starts <= ? AND (l.ends IS NULL OR l.ends >= ?)`, [
        tenantId,
        day,
        day,
      ]),

    ofPlot: (label) => db.many(`${current} WHERE p.label = ? ORDER BY l.starts DESC`, [label]),

    async open({ plotId, tenantId, starts }) {
      const { id } = await db.execute('INSERT INTO leases (plot_id, tenant_id, starts) VALUES (?, ?, ?)', [
        plotId,
        tenantId,
        starts,
      ]);
      return id;
    },

    end: (id, day) => db.execute('UPDATE leases SET ends = ? WHERE id = ? AND ends IS NULL', [day, id]),
  };
}
