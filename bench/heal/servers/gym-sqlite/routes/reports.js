const db = require('../db');

async function reportRoutes(app) {
  app.get('/revenue', async () => {
    const rows = db.all(
      `SELECT c.title, COUNT(b.id) AS bookings, SUM(c.price_cents) AS cents
         FROM bookings b JOIN classes c ON c.id = b.class_id
        WHERE b.status = 'booked' GROUP BY c.id ORDER BY c.title`,
    );
    const total = rows.reduce((sum, row) => sum + row.cents, 0);
    return { rows, total: (total / 100).toFixed(2) };
  });

  app.get('/occupancy', async () => {
    const rows = db.all(
      `SELECT c.title, c.capacity, COUNT(b.id) AS taken
         FROM classes c LEFT JOIN bookings b ON b.class_id = c.id AND b.status = 'booked'
        GROUP BY c.id ORDER BY c.id`,
    );
    return rows.map(({ title, capacity, taken }) => ({ title, percent: Math.round((taken / capacity) * 100) }));
  });

  app.get('/busiest', async (request) => {
    const since = request.query.since ?? '2000-01-01';
    const row = db.get(
      'SELECT class_id, COUNT(*) AS count FROM bookings WHERE booked_at >= ? GROUP BY class_id ORDER BY count DESC LIMIT 1',
      since,
    );
    return row ? { classId: row.class_id, count: row.count } : { classId: null, count: 0 };
  });
}

module.exports = reportRoutes;
