import express from 'express';
import { openDatabase } from '#db';
import { errorHandler, notFound } from './middleware/errors.js';
import { language } from './middleware/language.js';
import { requireStaff } from './middleware/staff.js';
import { bookingRoutes } from './routes/bookings.routes.js';
import { courseRoutes } from './routes/courses.routes.js';
import { reportRoutes } from './routes/reports.routes.js';
import { createServices } from './services/index.js';

export async function createApp(settings) {
  const db = await openDatabase(settings.storage);
  const services = createServices({ db, settings });
  const app = express();
  app.use(express.json());
  app.use(language(settings.i18n));
  app.get('/', (req, res) => res.json({ studio: settings.studio.name, courses: db.courses.count() }));
  app.use('/courses', courseRoutes(services));
  app.use('/bookings', bookingRoutes(services));
  app.use('/reports', requireStaff, reportRoutes(services));
  app.use(notFound);
  app.use(errorHandler);
  return app;
}
