'use strict';

const { Router } = require('express4');
const vehicleRoutes = require('./vehicleRoutes');
const jobRoutes = require('./jobRoutes');

const router = Router();

router.use('/vehicles', vehicleRoutes);
router.use('/jobs', jobRoutes);

module.exports = router;
