export async function timing(c, next) {
  const began = performance.now();
  await next();
  c.header('server-timing', `app;dur=${(performance.now() - began).toFixed(1)}`);
}

export async function noStore(c, next) {
  await next();
  c.header('cache-control', 'no-store');
}
