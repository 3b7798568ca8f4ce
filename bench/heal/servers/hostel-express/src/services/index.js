import { Pricing } from './pricing.js';
import { makeConfirmation } from './confirmation.js';
import { makeReports } from './reports.js';
import { makeRoomsService } from './rooms.service.js';
import { makeStaysService } from './stays.service.js';

export { Pricing } from './pricing.js';

export function makeServices({ rooms, guests, stays, config }) {
  const pricing = new Pricing(config.pricing);
  const roomsService = makeRoomsService({ rooms, pricing });
  const staysService = makeStaysService({ stays, guests, roomsService, pricing, booking: config.booking });
  return {
    rooms: roomsService,
    stays: staysService,
    confirmation: makeConfirmation({ staysService, guests, rooms, pricing, booking: config.booking }),
    reports: makeReports({ stays, rooms }),
  };
}
