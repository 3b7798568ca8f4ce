import Koa from 'koa';
import { errors } from './http/errors.js';
import { body } from './http/middleware.js';
import { router } from './routes.js';
import { settings } from './settings.js';

const app = new Koa();

app.use(errors);
app.use(body);
app.use(router.handle());

app.on('error', (error) => console.error('koa:', error));

const server = app.listen(settings.port, () => console.log(`garden on ${settings.port}`));
process.once('SIGTERM', () => server.close(() => process.exit(0)));
