import { toHours } from '#lib/angles';
import { Unprocessable } from '#lib/errors';
import { object, oneOf, parse, text } from '#lib/validate';
import type { BookingRequest } from '#services/schedule';
import type { Booking, Plugin } from '../types.ts';

export const plugin: Plugin = {
  name: 'bookings',
  prefix: '/bookings',
  register(router, { config, schedule }) {
    const shape = object({
      telescope: text(),
      target: text(),
      night: text({ pattern: /^\d{4}-\d\d-\d\d$/ }),
      role: oneOf(...config.booking.roles),
    });
    const view = (booking: Booking) => ({ ...booking, length: toHours(booking.minutes), cancelUntilDays: config.booking.graceDays });

    router.post('/', (req, res) => {
      const result = parse(shape, req.body);
      if (!result.ok) throw new Unprocessable(result.problems);
      const booking = schedule.request(result.value as unknown as BookingRequest);
      res.status(201).location(`/bookings/${booking.id}`).json(view(booking));
    });

    router.get('/:id', (req, res) => {
      res.json(view(schedule.find(req.params.id)));
    });

    router.post('/:id/confirm', (req, res) => {
      res.json(view(schedule.confirm(req.params.id)));
    });
  },
};
