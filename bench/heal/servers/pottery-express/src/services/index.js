import { BookingsService } from './bookings.service.js';
import { CoursesService } from './courses.service.js';
import { ReceiptsService } from './receipts.service.js';
import { ReportsService } from './reports.service.js';

export function createServices({ db, settings }) {
  const courses = new CoursesService(db, settings);
  const bookings = new BookingsService(db, settings, courses);
  const receipts = new ReceiptsService(settings);
  const reports = new ReportsService(db, bookings);
  return { courses, bookings, receipts, reports };
}
