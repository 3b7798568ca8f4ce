const body = require('../schemas/ticket.json');
const { message } = require('../lib/messages');
const { priceOf, toMoney } = require('../lib/tariff');

module.exports = async function tickets(app) {
  app.post('/', { schema: { body } }, async (request, reply) => {
    const { level, needsCharger } = request.body;
    const space = app.lot.findFree(level, needsCharger);
    if (space === null) app.refuse(409, message('errors.noSpace', { level }));
    const ticket = app.lot.open(space);
    reply.code(201);
    return { ...ticket, text: message('ticket.opened', ticket) };
  });

  app.post('/:number/pay', async (request) => {
    const number = Number(request.params.number);
    const ticket = app.lot.tickets.get(number);
    if (!ticket) app.refuse(404, message('errors.unknownTicket', { number }));
    const amount = priceOf(Number(request.body.minutes));
    app.lot.close(ticket);
    return { number, amount, text: message('ticket.paid', { amount: toMoney(amount) }) };
  });
};

module.exports.prefix = '/tickets';
