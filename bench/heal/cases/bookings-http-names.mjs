/** More names, paths and imports of the bookings. */
import bookings from './bookings-http.mjs';

const at = (file, find, replace) => ({ file, find, replace });

export default {
  ...bookings,
  cases: [
    {
      id: 'bookings-store-get-room',
      cause: 'name',
      expect: 'repair',
      break: [at('src/store.js', 'findRoom: (id)', 'getRoom: (id)')],
      trigger: { requests: ['GET /rooms/oak'] },
    },
    {
      id: 'bookings-router-parameters',
      cause: 'name',
      expect: 'repair',
      break: [at('src/router.js', 'request.params = Object', 'request.parameters = Object')],
      trigger: { requests: ['GET /rooms/oak'] },
    },
    {
      id: 'bookings-named-register',
      cause: 'import',
      expect: 'repair',
      break: [
        at('src/routes/rooms.js', 'module.exports = function registerRooms(router, { store, config }) {', 'function registerRooms(router, { store, config }) {'),
        at('src/routes/rooms.js', "    response.json(200, { room: room.name, equipment: equipment.map((item) => item.toUpperCase()).sort() });\n  });\n};", "    response.json(200, { room: room.name, equipment: equipment.map((item) => item.toUpperCase()).sort() });\n  });\n}\n\nmodule.exports = { registerRooms };"),
      ],
      trigger: { boot: true },
    },
    {
      id: 'bookings-routes-to-api',
      cause: 'path',
      expect: 'repair',
      break: [{ move: ['src/routes', 'src/api'] }],
      trigger: { boot: true },
    },
    {
      id: 'bookings-prices-to-domain',
      cause: 'path',
      expect: 'repair',
      break: [{ move: ['src/prices.js', 'src/domain/prices.js'] }],
      trigger: { boot: true },
    },
    {
      id: 'bookings-template-above-cwd',
      cause: 'path',
      expect: 'repair',
      break: [at('src/page.js', "path.join(__dirname, '..', 'public', 'index.html')", "path.resolve('../public/index.html')")],
      trigger: { requests: ['GET /'] },
    },
    {
      id: 'bookings-page-without-fs',
      cause: 'import',
      expect: 'repair',
      break: [at('src/page.js', "const fs = require('node:fs');\n", '')],
      trigger: { requests: ['GET /'] },
    },
    {
      id: 'bookings-any-overlap',
      cause: 'name',
      expect: 'repair',
      break: [at('src/routes/bookings.js', 'store.bookingsOf(room.id).some(', 'store.bookingsOf(room.id).any(')],
      trigger: { requests: ['POST /bookings {"room":"ash","people":10,"from":"2026-03-02T08:00:00Z","to":"2026-03-02T14:00:00Z"}'] },
    },
    {
      id: 'bookings-response-send-json',
      cause: 'name',
      expect: 'repair',
      break: [at('src/server.js', 'response.json = (status, body)', 'response.sendJson = (status, body)')],
      trigger: { requests: ['GET /rooms'] },
    },
    {
      id: 'bookings-cents-helper-renamed',
      cause: 'import',
      expect: 'repair',
      break: [
        at('src/prices.js', 'function formatCents(', 'function toMoney('),
        at('src/prices.js', 'priceCents, formatCents }', 'priceCents, toMoney }'),
      ],
      trigger: { requests: ['GET /bookings/1'] },
    },
    {
      id: 'bookings-error-class-extracted',
      cause: 'import',
      expect: 'repair',
      break: [at('src/errors.js', 'module.exports = { HttpError, notFound, badRequest, conflict };', 'module.exports = { HttpError, notFound, conflict };')],
      trigger: { requests: ['POST /bookings {"room":"pine","people":2}'] },
    },
  ],
};
