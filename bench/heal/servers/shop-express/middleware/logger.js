let counter = 0;

module.exports = function logger(req, res, next) {
  counter += 1;
  req.id = `req-${counter}`;
  req.startedAt = Date.now();
  res.setHeader('X-Request-Id', req.id);
  res.on('finish', () => {
    const took = Date.now() - req.startedAt;
    console.log(`${req.id} ${req.method} ${req.originalUrl} ${res.statusCode} ${took}ms`);
  });
  next();
};
