import culmination from '#lib/angles';
import type { Plugin, SkyObject } from '../types.ts';

export const plugin: Plugin = {
  name: 'sky',
  prefix: '/sky',
  register(router, { catalogue, config: { site } }) {
    const view = ({ code, title, kind, dec }: SkyObject) => {
      const altitude = culmination(dec, site.latitude);
      return { code, title, kind, altitude, visible: altitude >= site.horizon };
    };

    router.get('/', (req, res) => {
      res.json(catalogue.ofKind(req.query.kind as string | undefined).map(view));
    });

    router.get('/:code', (req, res) => {
      const found = catalogue.object(req.params.code);
      const telescopes = catalogue.telescopes.filter((one) => one.minAltitude <= culmination(found.dec, site.latitude));
      res.json({ ...view(found), telescopes: telescopes.map((one) => one.id) });
    });
  },
};
