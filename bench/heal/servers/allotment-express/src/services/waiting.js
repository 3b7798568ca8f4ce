import { HttpError } from '../http/errors.js';

const dayMs = 86_400_000;

export function waitingService({ applicants, plots }, { settings }) {
  return {
    async list() {
      const people = await applicants.list();
      const today = new Date(settings.today());
      return people.map(({ name, created, wanted }, index) => ({
        place: index + 1,
        name,
        days: Math.round((today - new Date(created)) / dayMs),
        minArea: wanted.minArea ?? 'any',
      }));
    },

    async join(body) {
      const { name, wanted } = body;
      if (!name?.trim()) throw new HttpError(422, 'name is needed');
      const applicant = await applicants.add({ name: name.trim(), wanted, created: settings.today() });
      const everybody = await applicants.list();
      return { ...applicant, place: everybody.findIndex(({ id }) => id === applicant.id) + 1 };
    },

    async matches(id) {
      const applicant = await applicants.get(id);
      if (!applicant) throw new HttpError(404, `Applicant ${id} not found`);
      const free = await plots.free(settings.today());
      const { minArea = 0, tap = false } = applicant.wanted;
      return free.filter((plot) => plot.area >= minArea && (!tap || plot.tap)).map(({ label }) => label);
    },
  };
}
