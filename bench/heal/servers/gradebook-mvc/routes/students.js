const express = require('express');
const controller = require('../controllers/studentController');

const router = express.Router();

router.get('/', controller.index);
router.get('/:studentId', controller.show);
router.get('/:studentId/transcript', controller.transcript);

module.exports = router;
