const fastify = require('fastify');
const settings = require('./settings');
const memberRoutes = require('./routes/members');
const classRoutes = require('./routes/classes');
const reportRoutes = require('./routes/reports');

const app = fastify({ logger: false });

app.addHook('onRequest', async (request, reply) => {
  request.startedAt = process.hrtime.bigint();
});

app.addHook('onSend', async (request, reply, payload) => {
  const took = process.hrtime.bigint() - request.startedAt;
  reply.header('x-response-time', `${took / 1000n}us`);
  return payload;
});

app.setErrorHandler((error, request, reply) => {
  const status = error.statusCode ?? 500;
  if (status >= 500) console.error(error);
  reply.code(status).send({ error: error.message });
});

app.get('/health', async () => ({ ok: true }));
app.register(memberRoutes, { prefix: '/members' });
app.register(classRoutes, { prefix: '/classes' });
app.register(reportRoutes, { prefix: '/reports' });

app.listen({ port: settings.port, host: settings.host }).then(
  (address) => console.log(`gym on ${address}`),
  (error) => {
    console.error(error);
    process.exit(1);
  },
);
