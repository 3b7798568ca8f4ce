import Koa from 'koa';
import { jsonBody, problems } from '#http/middleware';
import { officeRouter } from '#http/office.routes';
import { staysRouter } from '#http/stays.routes';
import { settings } from './settings.ts';

const app = new Koa();
app.context.marina = settings.name;

app.use(problems);
app.use(async (ctx, next) => {
  ctx.set('X-Marina', ctx.marina);
  await next();
});
app.use(jsonBody({ limitBytes: 4000 }));
for (const router of [officeRouter, staysRouter]) app.use(router.middleware());

app.listen(settings.port, () => console.log(`${settings.name} on ${settings.port}`));
