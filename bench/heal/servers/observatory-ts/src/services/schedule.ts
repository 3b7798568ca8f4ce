import { EventEmitter } from 'node:events';
import { Conflict, NotFound } from '#lib/errors';
import type { Booking, BookingRules } from '../types.ts';
import type { Catalogue } from './catalogue.ts';

export type BookingRequest = Pick<Booking, 'telescope' | 'target' | 'night' | 'role'>;

export default class Schedule extends EventEmitter {
  #bookings = new Map<string, Booking>();
  #rules: BookingRules;
  #catalogue: Catalogue;

  constructor(rules: BookingRules, catalogue: Catalogue) {
    super();
    this.#rules = rules;
    this.#catalogue = catalogue;
  }

  request({ telescope, target, night, role }: BookingRequest): Booking {
    const scope = this.#catalogue.telescope(telescope);
    const object = this.#catalogue.object(target);
    if (this.onNight(scope.id, night).length >= this.#rules.maxSlotsPerNight) throw new Conflict(`${scope.name} is full on ${night}`);
    const id = `B${String(this.#bookings.size + 1).padStart(3, '0')}`;
    const booking: Booking = { id, telescope: scope.id, target: object.code, night, role, minutes: this.#rules.slotMinutes, state: 'requested' };
    this.#bookings.set(id, booking);
    this.emit('requested', booking);
    return booking;
  }

  confirm(id: string): Booking {
    const booking = this.find(id);
    if (booking.state !== 'requested') throw new Conflict(`Booking ${id} is ${booking.state}`);
    booking.state = 'confirmed';
    this.emit('confirmed', booking);
    return booking;
  }

  find(id: string): Booking {
    const booking = this.#bookings.get(id);
    if (!booking) throw new NotFound(`Booking ${id}`);
    return booking;
  }

  onNight(telescope: string, night: string): Booking[] {
    return [...this.#bookings.values()].filter((one) => one.telescope === telescope && one.night === night && one.state !== 'cancelled');
  }
}
