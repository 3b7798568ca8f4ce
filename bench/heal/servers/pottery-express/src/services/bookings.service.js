import { ConflictError, HttpError } from '#lib/errors';
import { discounted } from '#lib/money';

export class BookingsService {
  constructor(db, settings, courses) {
    this.db = db;
    this.rules = settings.booking;
    this.courses = courses;
  }

  get(id) {
    const booking = this.db.bookings.findUniqueOrThrow({ where: { id } });
    const course = this.db.courses.findUniqueOrThrow({ where: { id: booking.courseId } });
    return { ...booking, course: course.slug, title: course.title, totalCents: this.totalOf(booking, course) };
  }

  totalOf({ seats, member }, { priceCents }) {
    const gross = seats * priceCents;
    return member ? discounted(gross, this.rules.memberDiscount) : gross;
  }

  create({ course: slug, guest, seats, member }) {
    if (seats > this.rules.maxSeatsPerOrder) throw new HttpError(400, `At most ${this.rules.maxSeatsPerOrder} seats`);
    const { id: courseId, free } = this.courses.bySlug(slug);
    if (seats > free) throw new ConflictError(`Only ${free} seats left`);
    const { id } = this.db.bookings.create({ data: { courseId, guest, seats, member } });
    return this.get(id);
  }

  cancel(id) {
    return this.db.bookings.delete({ where: { id } });
  }
}
