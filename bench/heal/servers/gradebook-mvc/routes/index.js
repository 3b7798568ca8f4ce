const { Router } = require('express');
const students = require('./students');
const courses = require('./courses');

const router = Router();

router.get('/ping', (req, res) => res.send('pong'));
router.use('/students', students);
router.use('/courses', courses);

module.exports = router;
