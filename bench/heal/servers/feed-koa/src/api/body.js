async function read(stream, limit) {
  const chunks = [];
  let size = 0;
  for await (const chunk of stream) {
    size += chunk.length;
    if (size > limit) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

export function body({ limit = 10_000 } = {}) {
  return async (ctx, next) => {
    if (ctx.method === 'POST') {
      const text = await read(ctx.req, limit);
      if (text === null) ctx.throw(413, 'body is too large');
      try {
        ctx.request.body = text === '' ? {} : JSON.parse(text);
      } catch {
        ctx.throw(400, 'body is not JSON');
      }
    }
    await next();
  };
}
