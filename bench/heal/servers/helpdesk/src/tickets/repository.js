import { load } from '../core/storage.js';
import { HttpError } from '../core/http-error.js';

export class TicketRepository {
  async all() {
    return load('tickets');
  }

  async find({ status, tag }) {
    const tickets = await this.all();
    return tickets.filter(
      (ticket) => (status === null || ticket.status === status) && (tag === null || ticket.tags.includes(tag)),
    );
  }

  async get(id) {
    const tickets = await this.all();
    const ticket = tickets.find((ticket) => ticket.id === Number(id));
    if (ticket === undefined) throw new HttpError(404, `no ticket ${id}`);
    return ticket;
  }

  async nextId() {
    const tickets = await this.all();
    return Math.max(...tickets.map(({ id }) => id)) + 1;
  }
}

export const tickets = new TicketRepository();
