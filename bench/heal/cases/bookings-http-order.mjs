/** More faults of order, logic and Node's own interfaces in the bookings. */
import bookings from './bookings-http.mjs';

const [server, reports, routes] = ['src/server.js', 'src/routes/reports.js', 'src/routes/bookings.js'];
const book = 'POST /bookings {"room":"elm","from":"2026-04-01T09:00:00Z","to":"2026-04-01T10:00:00Z","people":2}';
const reply = "  response.json = (status, body) => {\n    response.writeHead(status, { 'content-type': 'application/json' });\n    response.end(JSON.stringify(body));\n  };\n";

export default {
  ...bookings,
  cases: [
    {
      id: 'bookings-json-set-too-late',
      cause: 'middleware',
      expect: 'repair',
      break: [
        { file: server, find: reply, replace: '' },
        { file: server, find: '    await router.handle(request, response);\n', replace: `    await router.handle(request, response);\n${reply.replaceAll(/^/gm, '  ').trimEnd()}\n` },
      ],
      trigger: { requests: ['GET /rooms'] },
    },
    {
      id: 'bookings-end-of-body-event',
      cause: 'other',
      expect: 'repair',
      break: [
        { file: 'src/body.js', find: '  for await (const chunk of request) chunks.push(chunk);\n', replace: "  request.on('data', (chunk) => chunks.push(chunk));\n  await new Promise((resolve, reject) => request.on('finish', resolve).on('error', reject));\n" },
      ],
      trigger: { requests: [book] },
    },
    {
      id: 'bookings-concat-encoding',
      cause: 'other',
      expect: 'repair',
      break: [{ file: 'src/body.js', find: "Buffer.concat(chunks).toString('utf8')", replace: "Buffer.concat(chunks, 'utf8').toString()" }],
      trigger: { requests: [book] },
    },
    {
      id: 'bookings-relative-url',
      cause: 'other',
      expect: 'repair',
      break: [{ file: 'src/router.js', find: "new URL(request.url, 'http://localhost')", replace: 'new URL(request.url)' }],
      trigger: { requests: ['GET /rooms'] },
    },
    {
      id: 'bookings-present-swapped',
      cause: 'logic',
      expect: 'repair',
      break: [{ file: routes, find: 'response.json(201, present(booking, { store, config }))', replace: 'response.json(201, present({ store, config }, booking))' }],
      trigger: { requests: [book] },
    },
    {
      id: 'bookings-json-swapped',
      cause: 'logic',
      expect: 'repair',
      break: [{ file: reports, find: 'response.json(200, usage)', replace: 'response.json(usage, 200)' }],
      trigger: { requests: ['GET /reports/usage'] },
    },
    {
      id: 'bookings-status-left-out',
      cause: 'other',
      expect: 'repair',
      break: [{ file: reports, find: 'response.json(200, usage)', replace: 'response.json(usage)' }],
      trigger: { requests: ['GET /reports/usage'] },
    },
    {
      id: 'bookings-list-not-called',
      cause: 'logic',
      expect: 'repair',
      break: [{ file: reports, find: 'const booking of store.bookings()', replace: 'const booking of store.bookings' }],
      trigger: { requests: ['GET /reports/revenue'] },
    },
    {
      id: 'bookings-constant-reassigned',
      cause: 'logic',
      expect: 'repair',
      break: [{ file: 'src/prices.js', find: '  const full = Math.round(hours * room.hourCents);\n  const percent = discountFor(hours, discounts);\n  return full - Math.round((full * percent) / 100);', replace: '  const full = Math.round(hours * room.hourCents);\n  const percent = discountFor(hours, discounts);\n  full -= Math.round((full * percent) / 100);\n  return full;' }],
      trigger: { requests: ['GET /bookings/1'] },
    },
    {
      id: 'bookings-wrong-of-two',
      cause: 'logic',
      expect: 'repair',
      break: [{ file: routes, find: 'store.bookingsOf(room.id).some(', replace: 'store.bookingsOf(room.id).map((one) => one.id).find(' }, { file: routes, find: 'overlaps(other, body)', replace: 'overlaps(room.other, body)' }],
      trigger: { requests: ['POST /bookings {"room":"oak","from":"2026-04-01T09:00:00Z","to":"2026-04-01T10:00:00Z","people":2}'] },
      history: true,
    },
    {
      id: 'bookings-server-never-listens-on-text',
      cause: 'other',
      expect: 'repair',
      break: [{ file: server, find: 'const port = Number(process.env.PORT || 3000);', replace: 'const port = `${Number(process.env.PORT || 3000)}/`;' }],
      trigger: { boot: true },
      history: true,
    },
  ],
};
