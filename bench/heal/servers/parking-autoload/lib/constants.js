const SpaceState = Object.freeze({ FREE: 'free', TAKEN: 'taken', CLOSED: 'closed' });
const TicketState = Object.freeze({ OPEN: 'open', PAID: 'paid' });

module.exports = { SpaceState, TicketState };
