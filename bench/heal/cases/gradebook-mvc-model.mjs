/** A scripted model at the gradebook: a mean, another field, a table that became an object, who is enrolled. */
import { block, casesOf, instead } from '../answers.mjs';
import gradebook from './gradebook-mvc.mjs';

const marks = 'utils/marks.js';
const mean = {
  file: marks,
  find: '  const sum = grades.reduce((total, grade) => total + grade.points, 0);',
  replace: '  const sum = grades.reduce((total, grade) => total + grade.mark.points, 0);',
};
const rounded = '  return Math.round((sum / grades.length) * 10) / 10;';
const label = {
  file: 'controllers/studentController.js',
  find: '    course: Course.findById(courseId).label,',
  replace: '    course: Course.findById(courseId).heading(),',
};
const letters = {
  file: 'config/defaults.json',
  find: '"letters": [["A", 85], ["B", 70], ["C", 50], ["F", 0]]',
  replace: '"letters": { "A": 85, "B": 70, "C": 50, "F": 0 }',
};
const letter = '  const [letter] = grading.letters.find(([, from]) => points >= from);';
const enrolled = {
  file: 'controllers/courseController.js',
  find: "  if (!student || !student.enrolledIn.includes(course.id)) throw new ValidationError('student is not enrolled');",
  replace: "  if (!student || !student.courses.includes(course.id)) throw new ValidationError('student is not enrolled');",
};

const cases = casesOf('gradebook', {
  'mean': {
    cause: 'data',
    requests: ['GET /ping', 'GET /students', 'GET /courses/bio'],
    break: [mean],
    answers: {
      right: instead(mean, mean.find),
      zeros: instead(mean, '  const sum = grades.reduce((total, grade) => total + (grade.mark?.points ?? 0), 0);'),
      'last-one': instead(mean, '  const sum = grades.at(-1).points;'),
      'mean-of-counts': instead(mean, '  const sum = grades.reduce((total, grade) => total + grade.studentId, 0);'),
      unrounded: block(marks, `${mean.replace}\n${rounded}`, `${mean.find}\n  return sum / grades.length / 10;`),
    },
  },
  'which-name': {
    cause: 'name',
    requests: ['GET /ping', 'GET /students/1', 'GET /students/1/transcript'],
    break: [label],
    answers: {
      right: instead(label, label.find),
      title: instead(label, label.find.replace('.label', '.title')),
      id: instead(label, '    course: courseId,'),
      teacher: instead(label, label.find.replace('.label', '.teacher')),
      gone: instead(label, '    course: null,'),
    },
  },
  'letters-table': {
    cause: 'config',
    requests: ['GET /ping', 'GET /courses/bio', 'GET /students/1/transcript'],
    break: [letters],
    answers: {
      right: block(marks, letter, letter.replace('grading.letters.find', 'Object.entries(grading.letters).find')),
      'config-back': block('config/defaults.json', `  "grading": { "passMark": 50, ${letters.replace} }`, `  "grading": { "passMark": 50, ${letters.find} }`),
      'from-below': block(marks, letter, letter.replace('grading.letters.find', 'Object.entries(grading.letters).reverse().find')),
      above: block(marks, letter, letter.replace('grading.letters.find', 'Object.entries(grading.letters).find').replace('>=', '>')),
      always: block(marks, letter, "  const letter = 'A';"),
      'first-key': block(marks, letter, '  const [letter] = Object.keys(grading.letters);'),
    },
  },
  'who-is-enrolled': {
    cause: 'name',
    requests: ['GET /ping', 'GET /students', 'POST /courses/bio/grades {"studentId":2,"points":70}'],
    checks: [{ request: 'POST /courses/art/grades {"studentId":2,"points":70}', status: 422 }],
    break: [enrolled],
    answers: {
      right: instead(enrolled, enrolled.find),
      anybody: instead(enrolled, "  if (!student) throw new ValidationError('student is not enrolled');"),
      'if-courses': instead(enrolled, enrolled.replace.replace('!student.courses.includes', 'student.courses && !student.courses.includes')),
      'any-course': instead(enrolled, enrolled.find.replace('!student.enrolledIn.includes(course.id)', 'student.enrolledIn.length === 0')),
    },
  },
});

export default { ...gradebook, half: 'model', cases };
