var express = require('express');
var router = express.Router();
var tickets = require('../controllers/ticketController');

router.post('/quote', tickets.quote);
router.post('/', tickets.buy);
router.get('/:number', tickets.show);

module.exports = router;
