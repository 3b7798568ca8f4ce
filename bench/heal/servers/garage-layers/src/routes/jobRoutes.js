'use strict';

const express = require('express4');
const jobController = require('../controllers/jobController');
const validateJob = require('../validators/jobValidator');

const router = express.Router();

router.get('/bays', jobController.bays);
router.post('/', validateJob, jobController.create);
router.get('/:id', jobController.show);
router.get('/:id/invoice', jobController.invoice);

module.exports = router;
