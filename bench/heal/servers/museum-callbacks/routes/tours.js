var express = require('express');
var router = express.Router();
var tours = require('../controllers/tourController');
var guide = require('../middleware/guide');

router.get('/', tours.list);
router.get('/next', tours.next);
router.get('/calendar.csv', tours.calendar);
router.get('/:id', tours.show);
router.post('/', guide.required, tours.create);

module.exports = router;
