/** Values that are not there, records that are not as expected, promises that nobody waits for. */
import bookings from './bookings-http.mjs';

export default {
  ...bookings,
  cases: [
    {
      id: 'bookings-equipment-unguarded',
      cause: 'null',
      expect: 'repair',
      break: [{ file: 'src/routes/rooms.js', find: "    if (!room) throw notFound('No such room');\n    const equipment", replace: '    const equipment' }],
      trigger: { requests: ['GET /rooms/pine/equipment'] },
    },
    {
      id: 'bookings-name-optional',
      cause: 'null',
      expect: 'repair',
      break: [{ file: 'src/routes/bookings.js', find: "by: booking.by ? booking.by.trim() : 'anonymous'", replace: "by: booking.by.trim() || 'anonymous'" }],
      trigger: { requests: ['GET /bookings/3'] },
    },
    {
      id: 'bookings-revenue-lists',
      cause: 'null',
      expect: 'repair',
      break: [
        {
          file: 'src/routes/reports.js',
          find: '    const perRoom = {};\n    for (const booking of store.bookings()) {\n      const room = store.findRoom(booking.room);\n      perRoom[room.id] = (perRoom[room.id] || 0) + priceCents(booking, room, config.discounts);\n    }\n',
          replace: '    const prices = {};\n    for (const booking of store.bookings()) {\n      const room = store.findRoom(booking.room);\n      prices[room.id].push(priceCents(booking, room, config.discounts));\n    }\n    const perRoom = {};\n    for (const [room, list] of Object.entries(prices)) perRoom[room] = list.reduce((sum, cents) => sum + cents, 0);\n',
        },
      ],
      trigger: { requests: ['GET /reports/revenue'] },
    },
    {
      id: 'bookings-page-trimmed',
      cause: 'null',
      expect: 'repair',
      break: [{ file: 'src/routes/rooms.js', find: 'Number(request.query.page || 1)', replace: 'Number(request.query.page.trim() || 1)' }],
      trigger: { requests: ['GET /rooms'] },
    },
    {
      id: 'bookings-best-discount',
      cause: 'null',
      expect: 'repair',
      break: [
        {
          file: 'src/prices.js',
          find: 'return fitting.reduce((best, discount) => Math.max(best, discount.percent), 0);',
          replace: 'return fitting.map((discount) => discount.percent).reduce((best, percent) => Math.max(best, percent));',
        },
      ],
      trigger: { requests: ['GET /bookings/2'] },
    },
    {
      id: 'bookings-equipment-text',
      cause: 'data',
      expect: 'repair',
      break: [{ file: 'data/rooms.json', find: '"equipment": ["projector"]', replace: '"equipment": "projector"' }],
      trigger: { requests: ['GET /rooms/ash/equipment'] },
      checks: [{ request: 'GET /rooms/ash/equipment', status: 200, json: { room: 'Ash', equipment: ['PROJECTOR'] } }],
    },
    {
      id: 'bookings-record-comma',
      cause: 'data',
      expect: 'repair',
      break: [{ file: 'data/bookings.json', find: '"by": "mira" },', replace: '"by": "mira" }' }],
      trigger: { boot: true },
    },
    {
      id: 'bookings-room-spelt',
      cause: 'data',
      expect: 'repair',
      history: true,
      break: [{ file: 'data/bookings.json', find: '"room": "elm"', replace: '"room": "Elm"' }],
      trigger: { requests: ['GET /bookings', 'GET /reports/revenue'] },
    },
    {
      id: 'bookings-handler-unawaited',
      cause: 'async',
      expect: 'repair',
      break: [{ file: 'src/server.js', find: '    await router.handle(request, response);', replace: '    router.handle(request, response);' }],
      trigger: { requests: ['GET /rooms/pine'] },
    },
    {
      id: 'bookings-deleted-twice',
      cause: 'async',
      expect: 'repair',
      break: [{ file: 'src/routes/bookings.js', find: "if (!store.removeBooking(Number(request.params.id))) throw notFound('No such booking');", replace: "if (!store.removeBooking(Number(request.params.id))) response.json(404, { error: 'No such booking' });" }],
      trigger: { requests: ['DELETE /bookings/9'] },
    },
    {
      id: 'bookings-store-async',
      cause: 'async',
      expect: 'repair',
      break: [
        { file: 'src/store.js', find: 'bookingsOf: (roomId) =>', replace: 'bookingsOf: async (roomId) =>' },
        { file: 'src/routes/rooms.js', find: "router.add('GET', '/rooms/:roomId', (request", replace: "router.add('GET', '/rooms/:roomId', async (request" },
        { file: 'src/routes/rooms.js', find: 'store.bookingsOf(room.id).length', replace: '(await store.bookingsOf(room.id)).length' },
        { file: 'src/routes/reports.js', find: 'store.bookingsOf(room.id).reduce', replace: 'store.bookings().filter((one) => one.room === room.id).reduce' },
      ],
      trigger: { requests: ['POST /bookings {"room":"ash","people":10,"by":" lea ","from":"2026-03-02T08:00:00Z","to":"2026-03-02T14:00:00Z"}'] },
    },
    {
      id: 'bookings-template-promise',
      cause: 'async',
      expect: 'repair',
      break: [
        { file: 'src/page.js', find: "const fs = require('node:fs');", replace: "const fs = require('node:fs/promises');" },
        { file: 'src/page.js', find: 'function renderIndex', replace: 'async function renderIndex' },
        { file: 'src/page.js', find: "return fs.readFileSync(template, 'utf8').replace(", replace: "return fs.readFile(template, 'utf8').replace(" },
        { file: 'src/server.js', find: "'/', (request, response) => {", replace: "'/', async (request, response) => {" },
        { file: 'src/server.js', find: 'response.end(renderIndex(', replace: 'response.end(await renderIndex(' },
      ],
      trigger: { requests: ['GET /'] },
    },
  ],
};
