import { notFound } from '../lib/errors.js';
import { contractOf } from '../services/payroll.js';

const query = { type: 'object', properties: { home: { type: 'string' }, skill: { type: 'string' } } };

export default async function staffRoutes(app) {
  const { db } = app;
  const present = db.prepare('SELECT id, name, role, home_id, skills FROM staff WHERE left_on IS NULL ORDER BY name');
  const one = db.prepare(
    `SELECT s.id, s.name, s.role, s.skills, h.name AS home
     FROM staff s JOIN homes h ON h.id = s.home_id WHERE s.id = ?`,
  );

  const view = ({ id, name, role, home_id: home, skills }) => ({ id, name, role, home, skills: JSON.parse(skills) });

  app.get('/', { schema: { querystring: query } }, async (request) => {
    const { home, skill } = request.query;
    return present
      .all()
      .map(view)
      .filter((person) => (!home || person.home === home) && (!skill || person.skills.includes(skill)));
  });

  app.get('/:id', async (request) => {
    const row = one.get(request.params.id);
    if (row === undefined) throw notFound('member of staff');
    const { id, name, role, home, skills } = row;
    return { id, name, role, home, skills: JSON.parse(skills), weeklyHours: contractOf(app, id).weeklyHours };
  });
}
