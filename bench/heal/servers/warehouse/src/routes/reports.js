export default async function reportRoutes(app) {
  app.get('/reorder', async () => app.items.below(app.config.reorderBelow));

  app.get('/value', async () => {
    const items = app.items.list({ limit: 100 });
    const byCategory = {};
    for (const { category, price, onHand } of items) {
      byCategory[category] = (byCategory[category] ?? 0) + Math.round(price * 100) * onHand;
    }
    return { byCategory, totalCents: Object.values(byCategory).reduce((sum, cents) => sum + cents, 0) };
  });

  app.get('/movements.csv', async (request, reply) => {
    const rows = app.db.prepare('SELECT sku, quantity, reason FROM movements ORDER BY id').all();
    reply.type('text/csv');
    return ['sku,quantity,reason', ...rows.map((row) => `${row.sku},${row.quantity},${row.reason}`), ''].join('\n');
  });
}
