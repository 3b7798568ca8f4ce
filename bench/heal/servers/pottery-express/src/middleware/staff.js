import { HttpError } from '#lib/errors';

export function requireStaff(req, res, next) {
  const token = process.env.STAFF_TOKEN;
  if (!token) throw new Error('STAFF_TOKEN is not set');
  if (req.get('x-staff-token') !== token) throw new HttpError(401, 'Staff only');
  next();
}
