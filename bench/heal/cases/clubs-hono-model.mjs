/** A scripted model at the clubs: whose enrolments, who may see members, money, free places, the order of checks. */
import { block, casesOf, instead } from '../answers.mjs';
import clubs from './clubs-hono.mjs';

const [tom, ilse] = [{ 'x-member': '2' }, { 'x-member': '1' }];
const enrolments = 'src/routes/enrolments.js';
const courses = 'src/routes/courses.js';
const mine = { file: enrolments, find: '    [id],', replace: '    [member.id],' };
const where = '      WHERE e.member_id = $1 ORDER BY c.slug`,';
const role = {
  file: 'src/middleware.js',
  find: "    if (!roles.includes(c.get('member').role)) throw new HTTPException(403, { message: 'not for you' });",
  replace: "    if (!roles.includes(c.get('user').role)) throw new HTTPException(403, { message: 'not for you' });",
};
const fee = { file: courses, find: '  fee: fee(row.fee_cents),', replace: '  fee: formatFee(row.fee_cents),' };
const free = { file: courses, find: '  free: row.seats - Number(row.taken),', replace: '  free: seatsLeft(row),' };
const early = {
  file: enrolments,
  find: `  if (course === null) throw new HTTPException(404, { message: 'no such course' });
  const { taken } = await one('SELECT count(*) AS taken FROM enrolments WHERE course_id = $1', [course.id]);`,
  replace: `  const { taken } = await one('SELECT count(*) AS taken FROM enrolments WHERE course_id = $1', [course.id]);
  if (course === null) throw new HTTPException(404, { message: 'no such course' });`,
};
const [counted, refused] = early.replace.split('\n');

const cases = casesOf('clubs', {
  'whose-enrolments': {
    cause: 'name',
    requests: ['GET /health', 'GET /courses', 'GET /enrolments'],
    headers: tom,
    break: [mine],
    answers: {
      right: instead(mine, mine.find),
      everybody: block(enrolments, `${where}\n${mine.replace}\n  );`, '      ORDER BY c.slug`,\n  );'),
      'the-first': instead(mine, mine.find.replace('[id]', '[1]')),
      'by-course': block(enrolments, `${where}\n${mine.replace}`, `${where.replace('e.member_id', 'e.course_id')}\n${mine.find}`),
      optional: instead(mine, mine.replace.replace('member.id', "c.get('user')?.id ?? null")),
    },
  },
  'who-may-see': {
    cause: 'name',
    requests: ['GET /health', 'GET /courses', 'GET /members'],
    headers: ilse,
    break: [role],
    answers: {
      right: instead(role, role.find),
      'let-in': instead(role, "    // Members are known by now.\n    c.get('member');"),
      'if-known': instead(role, role.find.replace('if (', "if (c.get('user') && ")),
      'default-role': instead(role, role.find.replace("c.get('member').role", "c.get('user')?.role ?? roles[0]")),
      'everyone-trains': instead(role, role.find.replace("c.get('member').role", "'trainer'")),
    },
  },
  'money': {
    cause: 'name',
    requests: ['GET /health', 'GET /courses/busy', 'GET /courses'],
    break: [fee],
    answers: {
      right: instead(fee, fee.find),
      cents: instead(fee, '  fee: `${row.fee_cents} EUR`,'),
      'twice-divided': instead(fee, '  fee: fee(row.fee_cents / 100),'),
      'all-free': instead(fee, '  fee: fee(0),'),
      gone: instead(fee, '  // The fee is shown on the page of the course.'),
    },
  },
  'free-places': {
    cause: 'logic',
    requests: ['GET /health', 'GET /courses/busy', 'GET /courses/rowing'],
    break: [free],
    answers: {
      right: instead(free, free.find),
      seats: instead(free, '  free: row.seats,'),
      taken: instead(free, '  free: Number(row.taken),'),
      'one-less': instead(free, '  free: row.seats - Number(row.taken) - 1,'),
      hidden: instead(free, "  free: typeof seatsLeft === 'function' ? seatsLeft(row) : null,"),
    },
  },
  'check-after-use': {
    cause: 'null',
    requests: ['GET /health', 'GET /courses', 'POST /enrolments {"slug":"chess","on":"2026-02-01"}'],
    headers: ilse,
    break: [early],
    answers: {
      right: instead(early, early.find),
      'full-instead': instead(early, `  const { taken } = course ? await one('SELECT count(*) AS taken FROM enrolments WHERE course_id = $1', [course.id]) : { taken: 0 };\n  if (course === null) return c.json({ slug, since: on, note: null }, 201);`),
      'never-full': instead(early, `${refused}\n  const taken = 0;`),
      'optional': instead(early, `${counted.replace('course.id', 'course?.id')}\n${refused.replace('404', '400').replace('no such course', 'slug is wrong')}`),
    },
  },
});

export default { ...clubs, half: 'model', cases };
