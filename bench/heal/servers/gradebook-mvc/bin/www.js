const http = require('http');
const app = require('../app');
const logger = require('../utils/logger');

const port = app.get('port');
const server = http.createServer(app);

server.on('error', (err) => {
  logger.error(err);
  process.exit(1);
});
server.listen(port, () => logger.info(`gradebook listening on ${port}`));
