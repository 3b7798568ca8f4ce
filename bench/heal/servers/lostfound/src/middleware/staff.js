const settings = require('../settings');
const HttpError = require('../lib/httpError');

module.exports = function staffOnly(req, res, next) {
  if (req.get('x-staff-token') !== settings.staffToken) throw new HttpError(401, 'staff only');
  next();
};
