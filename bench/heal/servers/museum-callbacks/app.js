var createError = require('http-errors');
var express = require('express');
var path = require('path');

var config = require('./config');
var htmlEngine = require('./lib/htmlEngine');
var guide = require('./middleware/guide');
var indexRouter = require('./routes/index');
var exhibitsRouter = require('./routes/exhibits');
var toursRouter = require('./routes/tours');
var ticketsRouter = require('./routes/tickets');

var app = express();

// view engine setup
app.engine('html', htmlEngine);
app.set('views', path.join(__dirname, 'views'));
app.set('view engine', 'html');
app.locals.site = config.site;

app.use(express.json());
app.use(express.urlencoded({ extended: false }));
app.use(express.static(path.join(__dirname, 'public')));
app.use(guide.identify);

app.use('/', indexRouter);
app.use('/exhibits', exhibitsRouter);
app.use('/tours', toursRouter);
app.use('/tickets', ticketsRouter);

// catch 404 and forward to error handler
app.use(function (req, res, next) {
  next(createError(404, 'No such page'));
});

// error handler
app.use(function (err, req, res, next) {
  var status = err.status || 500;
  if (status >= 500) console.error(err);
  res.status(status);
  res.json({ error: err.expose ? err.message : 'Something went wrong' });
});

module.exports = app;
