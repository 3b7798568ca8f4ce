const minutes = (time) => {
  const [hours, rest] = time.split(':').map(Number);
  return hours * 60 + rest;
};

const gone = (message) => Object.assign(new Error(message), { statusCode: 404 });

export default async function lineRoutes(app) {
  const { store, alerts } = app;

  const lineOf = (request) => {
    const line = store.line(request.params.id);
    if (!line) throw gone(`Line ${request.params.id} is unknown`);
    return line;
  };

  app.get('/', async () => [...store.lines.values()].map(({ id, colour }) => ({ id, colour: colour?.toUpperCase() ?? null })));

  app.get('/:id', async (request) => {
    const line = lineOf(request);
    return {
      id: line.id,
      from: store.stop(line.stops[0])?.name ?? null,
      operator: line.operator?.name ?? 'unknown',
      phone: line.operator?.phone?.replace('-', ' ') ?? null,
      alerts: alerts.of(line.id).length,
    };
  });

  app.get('/:id/next', async (request) => {
    const { after = '00:00' } = request.query;
    const { departures } = lineOf(request);
    const next = departures.find((time) => minutes(time) >= minutes(after));
    return { next: next ?? null, wait: next === undefined ? null : minutes(next) - minutes(after) };
  });

  app.get('/:id/span', async (request) => {
    const { departures } = lineOf(request);
    if (departures.length === 0) return { first: null, longest: 0 };
    const times = departures.map(minutes);
    const gaps = times.slice(1).map((time, index) => time - times[index]);
    return { first: departures[0], longest: gaps.reduce((one, other) => Math.max(one, other), 0) };
  });

  app.post('/:id/alerts', async (request, reply) => {
    const line = lineOf(request);
    const { text, level } = request.body ?? {};
    if (!text) return reply.code(400).send({ message: 'text is missing' });
    return reply.code(201).send(alerts.raise(line.id, text, level));
  });

  app.get('/:id/alerts', async (request) => alerts.of(lineOf(request).id));
}
