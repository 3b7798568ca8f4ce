const fp = require('fastify-plugin');
const { SpaceState, TicketState } = require('../lib/constants');
const spaces = require('../data/spaces.json');

class Lot {
  constructor(list) {
    this.spaces = new Map(list.map((space) => [space.id, { ...space }]));
    this.tickets = new Map();
  }

  overview(levels) {
    return levels.map((level) => {
      const own = [...this.spaces.values()].filter((space) => space.level === level);
      return { level, spaces: own.length, free: own.filter((space) => space.state === SpaceState.FREE).length };
    });
  }

  findFree(level, needsCharger) {
    for (const space of this.spaces.values()) {
      const fits = !needsCharger || space.features.charger;
      if (space.level === level && space.state === SpaceState.FREE && fits) return space;
    }
    return null;
  }

  open(space) {
    const ticket = { number: this.tickets.size + 1, space: space.id, state: TicketState.OPEN };
    this.spaces.get(space.id).state = SpaceState.TAKEN;
    this.tickets.set(ticket.number, ticket);
    return ticket;
  }

  close(ticket) {
    this.spaces.get(ticket.space).state = SpaceState.FREE;
    ticket.state = TicketState.PAID;
    return ticket;
  }
}

module.exports = fp(async (app) => {
  app.decorate('lot', new Lot(spaces));
});
