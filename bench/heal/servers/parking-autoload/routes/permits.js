const body = require('../schemas/permit.json');
const settings = require('../lib/settings');
const { message } = require('../lib/messages');
const { toMoney } = require('../lib/tariff');

let issued = 0;

module.exports = async function permits(app) {
  app.get('/kinds', async () => Object.entries(settings.permits.kinds).map(([kind, price]) => ({ kind, price: toMoney(price) })));

  app.post('/', { schema: { body } }, async (request, reply) => {
    const { plate, kind } = request.body;
    const price = settings.permits.kinds[kind];
    if (price === undefined) app.refuse(422, message('errors.unknownKind', { kind }));
    issued += 1;
    const code = `${settings.permits.prefix}-${String(issued).padStart(3, '0')}`;
    reply.code(201);
    return { code, plate, days: settings.permits.validDays, text: message('permit.issued', { code, plate, price: toMoney(price) }) };
  });
};

module.exports.prefix = '/permits';
