export default async function reportRoutes(app) {
  const { firings } = app.repositories;

  app.addHook('onRequest', app.requireSteward);

  app.get('/revenue', async () => {
    const rows = firings.revenueByPotter();
    const cents = rows.reduce((sum, row) => sum + row.cents, 0);
    return { rows, total: (cents / 100).toFixed(2) };
  });

  app.get('/kilns.csv', async (request, reply) => {
    const lines = firings.upcoming('2026-01-01').map((each) => [each.starts_on, each.kiln, each.kind].join(','));
    reply.type('text/csv');
    return ['day,kiln,kind', ...lines].join('\n');
  });
}
