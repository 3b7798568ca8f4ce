const path = require('path');
const express = require('express');
const config = require('./config');
const logger = require('./utils/logger');
const templates = require('./utils/templates');
const routes = require('./routes');

const app = express();

app.set('port', config.port);
app.engine('html', templates.render);
app.set('view engine', 'html');
app.set('views', path.join(__dirname, 'views'));

app.use(express.json());
app.use('/static', express.static(path.join(__dirname, 'public')));
app.use(routes);

app.use((req, res) => {
  res.status(404).json({ message: 'Not Found' });
});

// eslint-disable-next-line no-unused-vars
app.use((err, req, res, next) => {
  const status = err.statusCode || 500;
  if (status === 500) logger.error(err);
  res.status(status).json({ message: status === 500 ? 'Server Error' : err.message });
});

module.exports = app;
