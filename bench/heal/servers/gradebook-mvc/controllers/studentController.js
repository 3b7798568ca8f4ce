const { Student, Course, Grade } = require('../models');
const { letterFor, average } = require('../utils/marks');
const { NotFoundError } = require('../utils/errors');

function loadStudent(req) {
  const student = Student.findById(req.params.studentId);
  if (!student) throw new NotFoundError('student');
  return student;
}

exports.index = (req, res) => {
  const students = Student.all().sort((a, b) => a.lastName.localeCompare(b.lastName));
  res.json(students.map((student) => ({ id: student.id, name: student.fullName })));
};

exports.show = (req, res) => {
  const student = loadStudent(req);
  res.json({
    id: student.id,
    name: student.fullName,
    contact: student.email ? student.email.toLowerCase() : null,
    courses: Course.titles(student.enrolledIn),
  });
};

exports.transcript = (req, res) => {
  const student = loadStudent(req);
  const grades = Grade.ofStudent(student.id);
  const lines = grades.map(({ courseId, points }) => ({
    course: Course.findById(courseId).label,
    points,
    letter: letterFor(points),
  }));
  res.json({ student: student.fullName, average: average(grades), lines });
};
