/** A scripted model at the ferries: what is taken away, and what a party pays. */
import { block, casesOf, instead } from '../answers.mjs';
import ferries from './ferries-express.mjs';

const remove = {
  file: 'lib/store.js',
  find: '    callback(null, rows.splice(index, 1)[0]);',
  replace: '    callback(null, rows.delete(index));',
};
const fares = 'services/fares.js';
const child = {
  file: fares,
  find: '    return sum + sailing.fare * (passenger.age < 16 ? config.fares.childShare : 1);',
  replace: '    return sum + sailing.fare * (passenger.age < 16 ? config.fares.child.share : 1);',
};

const cases = casesOf('ferries', {
  'taken-away': {
    cause: 'name',
    requests: ['GET /sailings', 'GET /bookings/B1002', 'DELETE /bookings/B1002'],
    checks: [{ request: 'GET /bookings/B1002', status: 200 }, { request: 'DELETE /bookings/B1002', status: 204 }, { request: 'GET /bookings/B1003', status: 200 }],
    break: [remove],
    answers: {
      right: instead(remove, remove.find),
      stays: instead(remove, '    callback(null, rows[index]);'),
      'the-first': instead(remove, '    callback(null, rows.shift());'),
      'all-behind': instead(remove, '    callback(null, rows.splice(index)[0]);'),
    },
  },
  'what-a-child-pays': {
    cause: 'config',
    requests: [
      'GET /sailings',
      'POST /quotes {"sailing":"GH1","passengers":[{"age":40}]}',
      'POST /quotes {"sailing":"SH1","passengers":[{"age":40},{"age":8}],"vehicle":"car"}',
    ],
    break: [child],
    answers: {
      right: instead(child, child.find),
      'as-a-grown-up': instead(child, '    return sum + sailing.fare;'),
      free: instead(child, child.find.replace('config.fares.childShare', '0')),
      'a-third': instead(child, child.find.replace('config.fares.childShare', '1 / 3')),
      'the-other-way': instead(child, child.find.replace('config.fares.childShare : 1', '1 : config.fares.childShare')),
    },
  },
});

export default { ...ferries, half: 'model', cases };
