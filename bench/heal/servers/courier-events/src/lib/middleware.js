let counter = 0;

export function requestId(req, res, next) {
  req.id = req.get('x-request-id') ?? `r-${++counter}`;
  res.setHeader('x-request-id', req.id);
  next();
}

export function accessLog(req, res, next) {
  const started = process.hrtime.bigint();
  res.on('finish', () => {
    const took = Number(process.hrtime.bigint() - started) / 1e6;
    if (process.env.ACCESS_LOG === '1') console.log(`${req.id} ${req.method} ${req.originalUrl} ${res.statusCode} ${took.toFixed(1)}ms`);
  });
  next();
}
