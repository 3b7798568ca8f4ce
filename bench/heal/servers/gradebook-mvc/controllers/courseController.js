const config = require('../config');
const { Student, Course, Grade } = require('../models');
const { letterFor, average, isPass } = require('../utils/marks');
const { NotFoundError, ValidationError } = require('../utils/errors');

function loadCourse(req) {
  const course = Course.findById(req.params.courseId);
  if (!course) throw new NotFoundError('course');
  return course;
}

exports.show = (req, res) => {
  const course = loadCourse(req);
  const grades = Grade.ofCourse(course.id);
  res.json({
    label: course.label,
    teacher: course.teacher,
    enrolled: Student.inCourse(course.id).length,
    passed: grades.filter((grade) => isPass(grade.points)).length,
    average: average(grades),
  });
};

exports.board = (req, res) => {
  const course = loadCourse(req);
  const rows = Grade.ofCourse(course.id).map((grade) => {
    const student = Student.findById(grade.studentId);
    return `<li>${student.fullName}: ${letterFor(grade.points)}</li>`;
  });
  res.render('board', { title: course.title, school: config.school.name, rows: rows.join('') });
};

exports.addGrade = (req, res) => {
  const course = loadCourse(req);
  const { studentId, points } = req.body || {};
  if (!Number.isInteger(points) || points < 0 || points > 100) throw new ValidationError('points must be 0 to 100');
  const student = Student.findById(studentId);
  if (!student || !student.enrolledIn.includes(course.id)) throw new ValidationError('student is not enrolled');
  const grade = Grade.save({ courseId: course.id, studentId: student.id, points });
  res.status(201).json({ ...grade, letter: letterFor(grade.points) });
};
