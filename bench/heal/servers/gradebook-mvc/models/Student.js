const students = require('../data/students.json');

class Student {
  constructor({ id, firstName, lastName, email, enrolledIn }) {
    this.id = id;
    this.firstName = firstName;
    this.lastName = lastName;
    this.email = email;
    this.enrolledIn = enrolledIn;
  }

  get fullName() {
    return `${this.firstName} ${this.lastName}`;
  }

  static all() {
    return students.map((row) => new Student(row));
  }

  static findById(id) {
    return Student.all().find((student) => student.id === Number(id)) || null;
  }

  static inCourse(courseId) {
    return Student.all().filter((student) => student.enrolledIn.includes(courseId));
  }
}

module.exports = Student;
