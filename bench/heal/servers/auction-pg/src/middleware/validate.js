const { HttpError } = require('./errors');

const validate = (schema) => (req, res, next) => {
  const result = schema.safeParse(req.body ?? {});
  if (!result.success) {
    const details = result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
    throw new HttpError(400, 'Invalid body', details);
  }
  req.valid = result.data;
  next();
};

module.exports = { validate };
