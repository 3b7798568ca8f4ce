import { bookingInput, idParam } from '../schemas/booking.schema.js';

export class BookingsController {
  constructor(bookings, receipts) {
    this.bookings = bookings;
    this.receipts = receipts;
  }

  create = (req, res) => {
    const input = bookingInput.parse(req.body);
    res.status(201).json(this.bookings.create(input));
  };

  show = (req, res) => {
    res.json(this.bookings.get(idParam.parse(req.params.id)));
  };

  receipt = (req, res) => {
    const booking = this.bookings.get(idParam.parse(req.params.id));
    res.type('text/plain').send(this.receipts.render(booking, req.t));
  };

  cancel = (req, res) => {
    const { id } = this.bookings.cancel(idParam.parse(req.params.id));
    res.json({ cancelled: id });
  };
}
