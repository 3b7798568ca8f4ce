'use strict';

const buildApp = require('./app');

const app = buildApp();

app.listen({ port: Number(process.env.PORT ?? 3000), host: '0.0.0.0' }).catch((error) => {
  console.error(error);
  process.exit(1);
});
