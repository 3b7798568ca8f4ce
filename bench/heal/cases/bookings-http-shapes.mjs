/** Faults that take a reader of several files, and a model that answers rightly, with a guard, and with half of it or with other data. */
import { block, casesOf } from '../answers.mjs';
import bookings from './bookings-http.mjs';

const rooms = '    const rooms = store.rooms().slice(start, start + config.pageSize);';
const usage = '    const usage = store.rooms().map((room) => {';
const revenue = '      perRoom[room.id] = (perRoom[room.id] || 0) + priceCents(booking, room, config.discounts);';
const by = "    by: booking.by ? booking.by.trim() : 'anonymous',";
const hours = 'function hoursOf(booking) {';
const late = `        const answer = route.handler(request, response);
        request.params = Object.fromEntries(route.names.map((name, i) => [name, decodeURIComponent(match[i + 1])]));
        request.query = Object.fromEntries(url.searchParams);
        return answer;`;
const [called, params, query] = late.split('\n');
const inTime = [params, query, '        return route.handler(request, response);'].join('\n');

/** A good one, which shows that a name alone is still a name. */
const added =
  'POST /bookings {"room":"ash","people":10,"by":"lea","from":"2026-03-02T08:00:00Z","to":"2026-03-02T14:00:00Z"}';

/** Each with what a model answers: the repair, a guard that hides the failure, and what is nearly right. */
const faults = {
  'rooms-by-id': {
    cause: 'data',
    requests: ['GET /health', 'GET /rooms/oak', 'GET /rooms', 'GET /reports/usage'],
    break: [
      {
        file: 'src/store.js',
        find: "const rooms = read('rooms');",
        replace: "const rooms = Object.fromEntries(read('rooms').map((room) => [room.id, room]));",
      },
      { file: 'src/store.js', find: 'rooms.find((room) => room.id === id)', replace: 'rooms[id]' },
    ],
    answers: {
    right: block('src/store.js', '    rooms: () => rooms,', '    rooms: () => Object.values(rooms),'),
    guard:
      block('src/routes/rooms.js', rooms, rooms.replace('slice(start, start + config.pageSize)', 'slice?.(start, start + config.pageSize) ?? []')) +
      block('src/routes/reports.js', usage, usage.replace('store.rooms().map', '(Array.isArray(store.rooms()) ? store.rooms() : []).map')),
    nearly: block('src/routes/rooms.js', rooms, rooms.replace('store.rooms()', 'Object.values(store.rooms())')),
    },
  },
  'options-object': {
    cause: 'logic',
    requests: ['GET /health', 'GET /bookings', 'GET /reports/revenue'],
    break: [
      { file: 'src/prices.js', find: 'function priceCents(booking, room, discounts) {', replace: 'function priceCents({ booking, room, discounts }) {' },
      { file: 'src/routes/bookings.js', find: 'priceCents(booking, room, config.discounts)', replace: 'priceCents({ booking, room, discounts: config.discounts })' },
    ],
    answers: {
    right: block('src/routes/reports.js', revenue, revenue.replace('(booking, room, config.discounts)', '({ booking, room, discounts: config.discounts })')),
    guard: block('src/prices.js', hours, `${hours}\n  if (!booking) return 0;`),
    nearly: block('src/routes/reports.js', revenue, revenue.replace('(booking, room, config.discounts)', '({ booking, room, discounts: config })')),
    },
  },
  'by-became-object': {
    cause: 'data',
    requests: ['GET /health', added, 'GET /bookings'],
    break: [
      { file: 'data/bookings.json', find: '"by": "mira"', replace: '"by": { "name": "mira" }' },
      { file: 'data/bookings.json', find: '"by": "jon"', replace: '"by": { "name": "jon" }' },
    ],
    answers: {
    right: block('src/routes/bookings.js', by, "    by: booking.by ? (booking.by.name ?? booking.by).trim() : 'anonymous',"),
    guard: block('src/routes/bookings.js', by, "    by: booking.by?.trim?.() ?? 'anonymous',"),
    nearly: block('src/routes/bookings.js', by, "    by: booking.by ? booking.by.name.trim() : 'anonymous',"),
    },
  },
  'params-too-late': {
    cause: 'logic',
    requests: ['GET /health', 'GET /bookings', 'GET /rooms/oak', 'GET /rooms'],
    break: [{ file: 'src/router.js', find: inTime, replace: late }],
    answers: {
    right: block('src/router.js', late, inTime),
    guard:
      block('src/routes/rooms.js', '    const room = store.findRoom(request.params.roomId);\n    if (!room) throw notFound(\'No such room\');\n    response.json(200, { ...room', '    const room = store.findRoom(request.params?.roomId);\n    if (!room) throw notFound(\'No such room\');\n    response.json(200, { ...room') +
      block('src/routes/rooms.js', '    const page = Number(request.query.page || 1);', '    const page = Number(request.query?.page || 1);'),
    nearly: block('src/router.js', late, [params, called, query, '        return answer;'].join('\n')),
    },
  },
};

export default { ...bookings, half: 'model', cases: casesOf('bookings', faults) };
