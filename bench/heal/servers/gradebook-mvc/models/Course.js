const courses = require('../data/courses.json');

class Course {
  constructor(row) {
    Object.assign(this, row);
  }

  static findById(id) {
    const row = courses.find((course) => course.id === id);
    return row ? new Course(row) : null;
  }

  static titles(ids) {
    return ids.map((id) => Course.findById(id).title);
  }

  get label() {
    return `${this.id.toUpperCase()}: ${this.title}`;
  }
}

module.exports = Course;
