export async function cors(context, next) {
  context.res.setHeader('access-control-allow-origin', '*');
  if (context.req.method === 'OPTIONS') {
    context.res.writeHead(204).end();
    return;
  }
  await next();
}
