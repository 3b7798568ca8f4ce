// Hello world on Fastify; its answer names the process.
const fastify = require('fastify');

const answer = String(process.pid);
const app = fastify();
app.get('/', async () => answer);
void app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' });
