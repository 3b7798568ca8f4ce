import fastify from 'fastify';
import { onSale, price } from './bakery.js';

const app = fastify();

app.get('/loaves', async () => onSale().map(({ name, cents }) => ({ name, cents })));

app.get('/price', async (request) => {
  const names = (request.query.names ?? '').split(',');
  return { names, cents: price(names) };
};

await app.listen({ port: Number(process.env.PORT ?? 3000) });
