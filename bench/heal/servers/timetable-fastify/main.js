import Fastify from 'fastify';
import store from './plugins/store.js';
import alerts from './plugins/alerts.js';
import lineRoutes from './routes/lines.js';
import stopRoutes from './routes/stops.js';

const app = Fastify({ logger: false });

app.setErrorHandler((error, request, reply) => {
  if ((error.statusCode ?? 500) >= 500) console.error(error);
  reply.code(error.statusCode ?? 500).send({ message: error.message });
});
app.setNotFoundHandler((request, reply) => reply.code(404).send({ message: `No route ${request.url}` }));

await app.register(store, { file: new URL('./timetable.json', import.meta.url) });
await app.register(alerts);
await app.register(lineRoutes, { prefix: '/lines' });
await app.register(stopRoutes, { prefix: '/stops' });
app.get('/health', async () => ({ lines: app.store.lines.size, stops: app.store.stops.size }));

await app.listen({ port: Number(process.env.PORT ?? 3000), host: '127.0.0.1' });
