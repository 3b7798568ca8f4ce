const gone = (message) => Object.assign(new Error(message), { statusCode: 404 });

export default async function stopRoutes(app) {
  const { store } = app;
  const pages = new WeakMap();

  function page(stop) {
    const known = pages.get(stop);
    if (known) return known;
    const made = {
      code: stop.code,
      platforms: (stop.platforms ?? []).join(' / '),
      lift: stop.lift ? `floor ${stop.lift.floor.toFixed(0)}` : 'none',
      lines: store.linesAt(stop.code).map(({ id }) => id),
    };
    pages.set(stop, made);
    return made;
  }

  app.get('/', async (request) => {
    const { zone } = request.query;
    return [...store.stops.values()].filter((stop) => zone === undefined || stop.zone === Number(zone)).map(({ code, name }) => ({ code, name }));
  });

  app.get('/:code', async (request) => {
    const stop = store.stop(request.params.code.toUpperCase());
    if (!stop) throw gone(`Stop ${request.params.code} is unknown`);
    return page(stop);
  });

  app.get('/:code/board', async (request) => {
    const stop = store.stop(request.params.code.toUpperCase());
    if (!stop) throw gone(`Stop ${request.params.code} is unknown`);
    const rows = await Promise.all(store.linesAt(stop.code).map(async (line) => ({ line: line.id, to: store.stop(line.stops.at(-1)).name, times: line.departures })));
    return rows.sort((one, other) => one.line.localeCompare(other.line));
  });
}
