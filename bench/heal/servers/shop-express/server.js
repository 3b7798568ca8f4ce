const app = require('./app');
const config = require('./config');

const server = app.listen(config.port, () => {
  console.log(`Shop API listening on port ${config.port} (${config.env})`);
});

process.on('SIGTERM', () => server.close(() => process.exit(0)));
