const limit = 64 * 1024;

/** Keeps the raw body and, where it is JSON, what it says. */
export async function readBody(ctx, next) {
  const chunks = [];
  let size = 0;
  for await (const chunk of ctx.req) {
    size += chunk.length;
    if (size > limit) ctx.throw(413, 'too large');
    chunks.push(chunk);
  }
  ctx.request.raw = Buffer.concat(chunks);
  if (ctx.is('json')) {
    try {
      ctx.request.json = JSON.parse(ctx.request.raw.toString('utf8'));
    } catch {
      ctx.throw(400, 'not JSON');
    }
  }
  await next();
}
