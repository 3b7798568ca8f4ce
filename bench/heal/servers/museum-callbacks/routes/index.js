var express = require('express');
var router = express.Router();
var store = require('../services/store');
var audit = require('../services/audit');

/* GET home page. */
router.get('/', function (req, res, next) {
  store.list('exhibits', function (err, exhibits) {
    if (err) return next(err);
    res.render('home', { title: 'Welcome', count: exhibits.length, names: exhibits.map((one) => one.name) });
  });
});

router.get('/health', function (req, res) {
  res.json({ ok: true, events: audit.total() });
});

module.exports = router;
