'use strict';

var express = require('express');
var config = require('./config');
var routes = require('./routes');

var app = express();
app.use(express.json());
app.use(routes);

app.use(function (req, res) {
  res.status(404).json({ error: 'not found' });
});

app.use(function (err, req, res, next) {
  if (err.status && err.status < 500) return res.status(err.status).json({ error: err.message });
  console.error(err.stack);
  res.status(500).json({ error: 'something went wrong' });
});

app.listen(config.port, function () {
  console.log('%s on port %d', config.company.name, config.port);
});
