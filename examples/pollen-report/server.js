'use strict';

const Koa = require('koa');
const account = require('./account.json');
const { PollenClient } = require('./pollen');

const client = new PollenClient(account);

const app = new Koa();
app.use((ctx) => {
  const report = client.today(ctx.path.slice(1));
  ctx.status = report ? 200 : 404;
  ctx.body = report ?? { error: 'no such region' };
});
app.listen(process.env.PORT ?? 3000);
