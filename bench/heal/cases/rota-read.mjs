/** What went wrong when the rota was run for the record with a healthy past, and was read. */
import rota from './rota.mjs';

const at = (file, find, replace) => ({ file, find, replace });
const [auth, payrollRoutes] = ['plugins/auth.js', 'routes/payroll.js'];
const kofi = { authorization: 'Bearer tok-kofi' };

export default {
  ...rota,
  half: 'dev',
  cases: [
    {
      id: 'rota-request-user',
      cause: 'name',
      expect: 'repair',
      history: true,
      break: [
        at(auth, "decorateRequest('staff', null)", "decorateRequest('user', null)"),
        at(auth, 'request.staff = {', 'request.user = {'),
        at(auth, 'request.staff.role !==', 'request.user.role !=='),
        at(payrollRoutes, "request.staff.role !== 'manager' && request.staff.id", "request.user.role !== 'manager' && request.user.id"),
      ],
      trigger: { requests: ['GET /absences'], headers: kofi },
    },
  ],
};
