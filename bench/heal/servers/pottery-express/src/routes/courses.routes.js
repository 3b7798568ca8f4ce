import { Router } from 'express';
import { CoursesController } from '../controllers/courses.controller.js';

export function courseRoutes({ courses }) {
  const controller = new CoursesController(courses);
  const router = Router();
  router.get('/', controller.list);
  router.get('/:slug', controller.show);
  router.get('/:slug/availability', controller.availability);
  return router;
}
