import { Router } from 'express';
import { BookingsController } from '../controllers/bookings.controller.js';

export function bookingRoutes({ bookings, receipts }) {
  const controller = new BookingsController(bookings, receipts);
  const router = Router();
  router.post('/', controller.create);
  router.get('/:id', controller.show);
  router.get('/:id/receipt', controller.receipt);
  router.delete('/:id', controller.cancel);
  return router;
}
