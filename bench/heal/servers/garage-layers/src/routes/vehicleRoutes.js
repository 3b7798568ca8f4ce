'use strict';

const express = require('express4');
const vehicleController = require('../controllers/vehicleController');

const router = express.Router();

router.get('/', vehicleController.list);
router.get('/:plate', vehicleController.show);
router.get('/:plate/history', vehicleController.history);

module.exports = router;
