const Student = require('./Student');
const Course = require('./Course');
const Grade = require('./Grade');

module.exports = { Student, Course, Grade };
