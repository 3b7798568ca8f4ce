/** Configuration, syntax, and what no change of the code mends, over the same server. */
import base from './bookings-http.mjs';

const calendar = {
  file: 'src/calendar.js',
  content: `'use strict';

const { HttpError } = require('./errors');

async function holidays(config) {
  const response = await fetch(\`\${config.calendarUrl}/holidays\`).catch((error) => {
    throw new Error('The calendar could not be asked', { cause: error });
  });
  if (response.status !== 200) throw new Error('Calendar said no');
  return response.json();
}

module.exports = { holidays, HttpError };
`,
};
const calendarRoute = {
  file: 'src/server.js',
  find: "registerRooms(router, { store, config });",
  replace: `router.add('GET', '/holidays', async (request, response) => {
  const days = await require('./calendar').holidays({ calendarUrl: process.env.CALENDAR_URL });
  response.json(200, days.map((day) => day.date));
});
registerRooms(router, { store, config });`,
};
const asking = [calendar, calendarRoute];

export default {
  ...base,
  cases: [
    {
      id: 'bookings-set-opening-renamed',
      cause: 'config',
      expect: 'repair',
      break: [{ file: 'src/routes/reports.js', find: 'config.opening;', replace: 'config.openingHours;' }],
      trigger: { requests: ['GET /reports/usage'] },
    },
    {
      id: 'bookings-set-discounts-nested',
      cause: 'config',
      expect: 'repair',
      break: [
        {
          file: 'config/app.json',
          find: `  "discounts": [
    { "minHours": 3, "percent": 10 },
    { "minHours": 6, "percent": 20 }
  ]`,
          replace: `  "pricing": {
    "discounts": [
      { "minHours": 3, "percent": 10 },
      { "minHours": 6, "percent": 20 }
    ]
  }`,
        },
      ],
      trigger: { requests: ['GET /bookings/1'] },
    },
    {
      id: 'bookings-set-page-size-text',
      cause: 'config',
      expect: 'repair',
      break: [{ file: 'config/app.json', find: '"pageSize": 2', replace: '"pageSize": "2"' }],
      trigger: { boot: true },
    },
    {
      id: 'bookings-set-data-dir-gone',
      cause: 'config',
      expect: 'repair',
      history: true,
      break: [{ file: 'config/app.json', find: '  "dataDir": "data",\n', replace: '' }],
      trigger: { boot: true },
    },
    {
      id: 'bookings-set-data-dir-moved',
      cause: 'config',
      expect: 'repair',
      break: [
        { file: 'config/app.json', find: '"dataDir": "data"', replace: '"dataDir": "storage"' },
        { file: 'config/app.example.json', find: '"dataDir": "data"', replace: '"dataDir": "storage"' },
      ],
      trigger: { boot: true },
    },
    {
      id: 'bookings-set-json-comment',
      cause: 'config',
      expect: 'repair',
      break: [{ file: 'config/app.json', find: '"pageSize": 2,', replace: '"pageSize": 2, // rooms on one page' }],
      trigger: { boot: true },
    },
    {
      id: 'bookings-set-json-new-entry',
      cause: 'config',
      expect: 'repair',
      break: [{ file: 'config/app.json', find: '"dataDir": "data",', replace: '"dataDir": "data"\n  "locale": "nl-BE",' }],
      trigger: { boot: true },
    },
    {
      id: 'bookings-set-discounts-keyed',
      cause: 'config',
      expect: 'repair',
      history: true,
      break: [
        {
          file: 'config/app.json',
          find: `[
    { "minHours": 3, "percent": 10 },
    { "minHours": 6, "percent": 20 }
  ]`,
          replace: `{
    "half-day": { "minHours": 3, "percent": 10 },
    "day": { "minHours": 6, "percent": 20 }
  }`,
        },
      ],
      trigger: { requests: ['GET /bookings'] },
    },
    {
      id: 'bookings-set-merge-rooms',
      cause: 'syntax',
      expect: 'repair',
      break: [
        {
          file: 'src/routes/rooms.js',
          find: '    const page = Number(request.query.page || 1);\n',
          replace: `<<<<<<< HEAD
    const page = Number(request.query.page || 1);
=======
    const page = Number(request.query.page ?? 1);
>>>>>>> paging
`,
        },
      ],
      trigger: { boot: true },
    },
    {
      id: 'bookings-set-paren-map',
      cause: 'syntax',
      expect: 'repair',
      break: [{ file: 'src/routes/rooms.js', find: '({ id, name, seats })) });', replace: '({ id, name, seats }) });' }],
      trigger: { boot: true },
    },
    {
      id: 'bookings-set-arrow-object',
      cause: 'syntax',
      expect: 'repair',
      break: [
        {
          file: 'src/routes/rooms.js',
          find: '({ id, name, seats }) => ({ id, name, seats })',
          replace: '(room) => { id: room.id, name: room.name, seats: room.seats }',
        },
      ],
      trigger: { boot: true },
    },
    {
      id: 'bookings-set-await-plain',
      cause: 'syntax',
      expect: 'repair',
      break: [{ file: 'src/routes/bookings.js', find: "'/bookings', async (request", replace: "'/bookings', (request" }],
      trigger: { boot: true },
    },
    {
      id: 'bookings-set-cosnt',
      cause: 'syntax',
      expect: 'repair',
      break: [{ file: 'src/prices.js', find: 'const percent = discountFor', replace: 'cosnt percent = discountFor' }],
      trigger: { boot: true },
    },
    {
      id: 'bookings-set-comment-open',
      cause: 'syntax',
      expect: 'repair',
      break: [
        {
          file: 'src/prices.js',
          find: 'function priceCents(booking',
          replace: '/* Whole cents, the best discount taken off.\nfunction priceCents(booking',
        },
      ],
      trigger: { boot: true },
    },
    {
      id: 'bookings-set-template-brace',
      cause: 'syntax',
      expect: 'repair',
      break: [{ file: 'src/prices.js', find: '.toFixed(2)} ${currency}`', replace: '.toFixed(2) ${currency}`' }],
      trigger: { boot: true },
    },
    {
      id: 'bookings-set-declared-twice',
      cause: 'syntax',
      expect: 'repair',
      break: [
        {
          file: 'src/routes/bookings.js',
          find: '  const price = priceCents(booking, room, config.discounts);',
          replace: `  const price = priceCents(booking, room, config.discounts);
  const room = store.findRoom(booking.room);`,
        },
      ],
      trigger: { boot: true },
    },
    {
      id: 'bookings-set-calendar-401',
      cause: 'credential',
      expect: 'ask',
      break: asking,
      env: { CALENDAR_URL: 'http://{upstream}' },
      upstream: { status: 401, body: '{"message":"who are you"}' },
      trigger: { requests: ['GET /holidays'] },
    },
    {
      id: 'bookings-set-calendar-503',
      cause: 'outage',
      expect: 'ask',
      break: asking,
      env: { CALENDAR_URL: 'http://{upstream}' },
      upstream: { status: 503, body: '' },
      trigger: { requests: ['GET /holidays'] },
    },
    {
      id: 'bookings-set-calendar-down',
      cause: 'outage',
      expect: 'ask',
      break: asking,
      env: { CALENDAR_URL: 'http://{closed}' },
      trigger: { requests: ['GET /holidays'] },
    },
    {
      id: 'bookings-set-calendar-quota',
      cause: 'limit',
      expect: 'ask',
      break: asking,
      env: { CALENDAR_URL: 'http://{upstream}' },
      upstream: { status: 429, headers: { 'retry-after': '3600' }, body: '{}' },
      trigger: { requests: ['GET /holidays'] },
    },
    {
      id: 'bookings-set-maintenance',
      cause: 'maintenance',
      expect: 'ask',
      break: [
        {
          file: 'src/server.js',
          find: '  try {\n    await router',
          replace: `  if (process.env.CLOSED_FOR_WORKS === 'yes') {
    response.setHeader('retry-after', '600');
    return response.json(503, { error: 'Back at ten' });
  }
  try {
    await router`,
        },
      ],
      env: { CLOSED_FOR_WORKS: 'yes' },
      trigger: { requests: ['GET /rooms'] },
    },
    {
      id: 'bookings-set-emfile',
      cause: 'limit',
      expect: 'ask',
      trigger: {
        requests: ['GET /'],
        stderr: `Error: EMFILE: too many open files, open '/srv/bookings/public/index.html'
    at Object.openSync (node:fs:573:18)
    at Object.readFileSync (node:fs:452:35)
    at renderIndex (/srv/bookings/src/page.js:10:13)
    at /srv/bookings/src/server.js:20:16 {
  errno: -24,
  code: 'EMFILE',
  syscall: 'open',
  path: '/srv/bookings/public/index.html'
}
`,
      },
    },
    {
      id: 'bookings-set-gone-client',
      cause: 'client',
      expect: 'none',
      trigger: {
        requests: ['GET /bookings'],
        stderr: `Error: aborted
    at abortIncoming (node:_http_server:809:17)
    at socketOnClose (node:_http_server:803:3)
    at Socket.emit (node:events:529:35)
    at TCP.<anonymous> (node:net:350:12) {
  code: 'ECONNRESET'
}
`,
      },
    },
  ],
};
