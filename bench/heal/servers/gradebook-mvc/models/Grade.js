const rows = require('../data/grades.json');

const grades = new Map(rows.map((row) => [`${row.courseId}/${row.studentId}`, row]));

exports.find = (courseId, studentId) => grades.get(`${courseId}/${studentId}`);

exports.ofStudent = (studentId) => [...grades.values()].filter((grade) => grade.studentId === studentId);

exports.ofCourse = (courseId) => [...grades.values()].filter((grade) => grade.courseId === courseId);

exports.save = (grade) => {
  grades.set(`${grade.courseId}/${grade.studentId}`, grade);
  return grade;
};
