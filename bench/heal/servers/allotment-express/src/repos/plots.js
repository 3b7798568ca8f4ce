const toPlot = (row) => ({
  id: row.id,
  label: row.label,
  area: row.area,
  tap: row.tap === 1,
  soil: row.soil ?? 'unknown',
  features: row.features ? JSON.parse(row.features) : [],
});

export function plotRepository(db) {
  return {
    async list({ limit, offset }) {
      const rows = await db.many('SELECT * FROM plots ORDER BY label LIMIT ? OFFSET ?', [limit, offset]);
      return rows.map(toPlot);
    },

    count: () => db.value('SELECT COUNT(*) FROM plots'),

    async byLabel(label) {
      const row = await db.one('SELECT * FROM plots WHERE label = ?', [label]);
      return row && toPlot(row);
    },

    async free(day) {
      const rows = await db.many(
        `SELECT p.* FROM plots p
          WHERE NOT EXISTS (
            SELECT 1 FROM leases l
             WHERE l.plot_id = p.id AND l.starts <= ? AND (l.ends IS NULL OR l.ends >= ?))
          ORDER BY p.label`,
        [day, day],
      );
      return rows.map(toPlot);
    },

    async areaBySoil() {
      return db.many(
        `SELECT COALESCE(soil, 'unknown') AS soil, COUNT(*) AS plots, SUM(area) AS area
           FROM plots GROUP BY 1 ORDER BY area DESC, 1`,
      );
    },
  };
}
