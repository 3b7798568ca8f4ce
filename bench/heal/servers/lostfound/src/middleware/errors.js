const HttpError = require('../lib/httpError');

function notFound(req, res) {
  res.status(404).json({ error: `nothing at ${req.path}` });
}

// eslint-disable-next-line no-unused-vars
function onError(error, req, res, next) {
  if (error instanceof HttpError) {
    return res.status(error.status).json({ error: error.message, ...(error.fields && { fields: error.fields }) });
  }
  if (error.type === 'entity.parse.failed') return res.status(400).json({ error: 'that is not JSON' });
  console.error(error);
  res.status(500).json({ error: 'something went wrong' });
}

module.exports = { notFound, onError };
