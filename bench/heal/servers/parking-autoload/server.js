const build = require('./app');
const settings = require('./lib/settings');

const port = Number(process.env.PORT || 3000);

build()
  .then((app) => app.listen({ port, host: '127.0.0.1' }))
  .then((address) => {
    if (settings.server.logLevel === 'debug') console.log(`listening on ${address}`);
  })
  .catch((error) => {
    console.error(error);
    process.exit(1);
  });
