const db = require('../db');
const { plans } = require('../settings');
const { badRequest, conflict, notFound } = require('../errors');

function settingsOf(member) {
  return member.settings ? JSON.parse(member.settings) : {};
}

function memberOf(id) {
  const member = db.get('SELECT * FROM members WHERE id = ?', id);
  if (!member) throw notFound('Member', id);
  return member;
}

async function memberRoutes(app) {
  app.get('/', async () => {
    const members = db.all('SELECT id, name, plan FROM members ORDER BY id');
    return { count: members.length, members };
  });

  app.get('/:id', async (request) => {
    const member = memberOf(request.params.id);
    const { language = 'en', newsletter = false } = settingsOf(member);
    return { id: member.id, name: member.name, plan: member.plan, since: Number(member.joined_at.slice(0, 4)), language, newsletter };
  });

  app.get('/:id/bookings', async (request) => {
    const member = memberOf(request.params.id);
    const rows = db.all(
      `SELECT b.id, b.status, c.title, c.starts_at, c.price_cents
         FROM bookings b JOIN classes c ON c.id = b.class_id
        WHERE b.member_id = ? ORDER BY b.id`,
      member.id,
    );
    const { discount } = plans[member.plan];
    return rows.map((row) => ({
      id: row.id,
      title: row.title,
      day: new Date(row.starts_at).toISOString().slice(0, 10),
      price: Math.round(row.price_cents * (1 - discount)),
      status: row.status,
    }));
  });

  app.post('/', async (request, reply) => {
    const { name, email, plan = 'basic' } = request.body ?? {};
    if (!name || !email) throw badRequest('name and email are required');
    if (db.get('SELECT id FROM members WHERE email = ?', email)) throw conflict('Email is taken');
    const { lastInsertRowid } = db.run(
      'INSERT INTO members (name, email, plan, joined_at) VALUES (?, ?, ?, ?)',
      name,
      email,
      plan,
      new Date().toISOString().slice(0, 10),
    );
    reply.code(201);
    return { id: Number(lastInsertRowid), name, plan };
  });
}

module.exports = memberRoutes;
