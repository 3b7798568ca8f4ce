const db = require('../db');
const { notFound, conflict } = require('../errors');
const { plans } = require('../settings');

const taken = (classId) =>
  db.get("SELECT COUNT(*) AS count FROM bookings WHERE class_id = ? AND status = 'booked'", classId).count;

function classOf(id) {
  const found = db.get('SELECT * FROM classes WHERE id = ?', id);
  if (!found) throw notFound('Class', id);
  return found;
}

function present(row) {
  const places = row.capacity - taken(row.id);
  return {
    id: row.id,
    title: row.title,
    trainer: row.trainer ? row.trainer.split(' ')[0] : null,
    price: (row.price_cents / 100).toFixed(2),
    places,
    full: places <= 0,
  };
}

async function classRoutes(app) {
  app.get('/', async (request) => {
    const { day } = request.query;
    const rows = day
      ? db.all('SELECT * FROM classes WHERE substr(starts_at, 1, 10) = ? ORDER BY starts_at', day)
      : db.all('SELECT * FROM classes ORDER BY starts_at');
    return rows.map(present);
  });

  app.get('/:id', async (request) => present(classOf(request.params.id)));

  app.get('/:id/members', async (request) => {
    const found = classOf(request.params.id);
    return db
      .all(
        "SELECT m.name FROM bookings b JOIN members m ON m.id = b.member_id WHERE b.class_id = ? AND b.status = 'booked' ORDER BY m.name",
        found.id,
      )
      .map((row) => row.name);
  });

  app.post('/:id/bookings', async (request, reply) => {
    const found = classOf(request.params.id);
    const { memberId } = request.body ?? {};
    const member = db.get('SELECT * FROM members WHERE id = ?', memberId ?? 0);
    if (!member) throw notFound('Member', memberId);
    if (taken(found.id) >= found.capacity) throw conflict('Class is full');
    const own = db.get("SELECT COUNT(*) AS count FROM bookings WHERE member_id = ? AND status = 'booked'", member.id);
    if (own.count >= plans[member.plan].maxBookings) throw conflict('Too many bookings');
    const { lastInsertRowid } = db.run(
      'INSERT INTO bookings (member_id, class_id, booked_at) VALUES (?, ?, ?)',
      member.id,
      found.id,
      new Date().toISOString(),
    );
    reply.code(201);
    return { id: Number(lastInsertRowid), title: found.title, member: member.name };
  });
}

module.exports = classRoutes;
