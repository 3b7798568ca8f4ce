const { grading } = require('../config');

function letterFor(points) {
  const [letter] = grading.letters.find(([, from]) => points >= from);
  return letter;
}

function isPass(points) {
  return points >= grading.passMark;
}

function average(grades) {
  if (grades.length === 0) return null;
  const sum = grades.reduce((total, grade) => total + grade.points, 0);
  return Math.round((sum / grades.length) * 10) / 10;
}

module.exports = { letterFor, isPass, average };
