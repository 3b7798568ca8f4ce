'use strict';

var express = require('express');
var sailings = require('../controllers/sailings');
var bookings = require('../controllers/bookings');

var router = express.Router();

router.get('/sailings', sailings.index);
router.get('/sailings/:code', sailings.show);
router.post('/quotes', sailings.quote);
router.get('/timetable.txt', sailings.timetable);

router.post('/bookings', bookings.create);
router.get('/bookings/:ref', bookings.show);
router.delete('/bookings/:ref', bookings.cancel);

router.get('/reports/occupancy', bookings.occupancy);
router.get('/reports/notices', bookings.notices);

module.exports = router;
