import { notFound } from '../lib/errors.js';

export function makeDivers({ divers, bookings, trips, sites, centre }) {
  function find(id) {
    const diver = divers.get(id);
    if (!diver) throw notFound('diver', id);
    return diver;
  }

  const rankOf = (certification) => centre.certifications.indexOf(certification);

  return {
    find,

    list({ certification }) {
      return [...divers.values()]
        .filter((diver) => !certification || diver.certification === certification)
        .sort((a, b) => b.dives - a.dives)
        .map(({ id, name, dives }) => ({ id, name, dives }));
    },

    card(id) {
      const diver = find(id);
      const [first, last = ''] = diver.name.split(' ');
      return {
        id,
        name: diver.name,
        initials: first.charAt(0) + last.charAt(0),
        email: diver.contact?.email?.toLowerCase() ?? null,
        certified: diver.certifiedOn?.slice(0, 4) ?? null,
        certification: diver.certification,
      };
    },

    history(id) {
      const diver = find(id);
      const own = [...bookings.values()].filter((one) => one.diver === diver.id);
      return own
        .toSorted((a, b) => a.bookedOn.localeCompare(b.bookedOn))
        .map(({ id: booking, trip, cancelledOn = null }) => ({ booking, site: sites.get(trips.get(trip).site).name, cancelledOn }));
    },

    mayDive(diver, site) {
      return rankOf(diver.certification) >= rankOf(site.minCertification);
    },

    discountOf(diver) {
      return diver.dives >= centre.loyalty.fromDives ? centre.loyalty.percent : 0;
    },
  };
}
