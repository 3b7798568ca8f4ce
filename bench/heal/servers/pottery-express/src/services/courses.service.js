import { formatCents } from '#lib/money';

export class CoursesService {
  constructor(db, settings) {
    this.db = db;
    this.currency = settings.studio.currency;
  }

  list({ tag } = {}) {
    const rows = this.db.courses.findMany({ orderBy: 'startsOn' });
    const chosen = tag === undefined ? rows : rows.filter(({ tags }) => tags.includes(tag));
    return chosen.map((row) => this.present(row));
  }

  bySlug(slug) {
    return this.present(this.db.courses.findUniqueOrThrow({ where: { slug } }));
  }

  present({ id, slug, title, teacherId, priceCents, seats, startsOn }) {
    const teacher = this.db.teachers.findUniqueOrThrow({ where: { id: teacherId } });
    return {
      id,
      slug,
      title,
      teacher: `${teacher.name} (${teacher.city})`,
      price: formatCents(priceCents, this.currency),
      startsOn,
      free: seats - this.taken(id),
    };
  }

  taken(courseId) {
    return this.db.bookings.findMany({ where: { courseId } }).reduce((sum, { seats }) => sum + seats, 0);
  }
}
