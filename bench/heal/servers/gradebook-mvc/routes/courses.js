const express = require('express');
const controller = require('../controllers/courseController');

const router = express.Router();

router.get('/:courseId', controller.show);
router.get('/:courseId/board', controller.board);
router.post('/:courseId/grades', controller.addGrade);

module.exports = router;
