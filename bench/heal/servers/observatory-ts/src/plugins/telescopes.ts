import type { Plugin } from '../types.ts';

export const plugin: Plugin = {
  name: 'telescopes',
  prefix: '/telescopes',
  register(router, { catalogue, schedule, log }) {
    const confirmed: Record<string, number> = {};
    schedule.on('confirmed', (booking) => {
      confirmed[booking.telescope] = (confirmed[booking.telescope] ?? 0) + 1;
      log.info(`${booking.id} confirmed`);
    });

    router.get('/', (_req, res) => {
      res.json(catalogue.telescopes.map(({ id, name, aperture }) => ({ id, name, aperture: `${aperture} mm` })));
    });

    router.get('/usage', (_req, res) => {
      res.json(catalogue.telescopes.map(({ id }) => ({ id, confirmed: confirmed[id] ?? 0 })));
    });

    router.get('/:id/filters', (req, res) => {
      const scope = catalogue.telescope(req.params.id);
      res.json({ id: scope.id, filters: scope.filters.map((filter) => filter.toLowerCase()).join(' ') || 'none' });
    });
  },
};
