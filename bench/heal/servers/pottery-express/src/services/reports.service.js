export class ReportsService {
  constructor(db, bookings) {
    this.db = db;
    this.bookings = bookings;
  }

  revenue() {
    const rows = this.db.bookings.findMany().map(({ id }) => this.bookings.get(id));
    const byCourse = Object.groupBy === undefined ? groupBy(rows) : Object.groupBy(rows, ({ course }) => course);
    return Object.fromEntries(
      Object.entries(byCourse).map(([course, list]) => [course, list.reduce((sum, { totalCents }) => sum + totalCents, 0)]),
    );
  }

  teachers() {
    return this.db.teachers
      .findMany({ orderBy: 'name' })
      .map(({ id, name }) => ({ name, courses: this.db.courses.count({ teacherId: id }) }));
  }
}

function groupBy(rows) {
  const groups = {};
  for (const row of rows) (groups[row.course] ??= []).push(row);
  return groups;
}
