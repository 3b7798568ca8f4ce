/** What went wrong when the weighbridge was run for the record, and was read. */
import weighbridge from './weighbridge.mjs';

const [format, weighing] = ['src/lib/format.js', 'src/services/weighing.js'];
const at = (file, find, replace) => ({ file, find, replace });
const office = { authorization: 'Bearer of-lies' };

export default {
  ...weighbridge,
  half: 'dev',
  cases: [
    {
      id: 'weighbridge-to-tonnes',
      cause: 'name',
      expect: 'repair',
      break: [
        at(format, 'function tonnes(kilos)', 'function toTonnes(kilos)'),
        at(format, 'euros, tonnes, alignRow', 'euros, toTonnes, alignRow'),
        at(weighing, 'euros, tonnes } = require', 'euros, toTonnes } = require'),
        at(weighing, 'net === null ? null : tonnes(net)', 'net === null ? null : toTonnes(net)'),
        at(weighing, '${tonnes(net).toFixed(2)}', '${toTonnes(net).toFixed(2)}'),
      ],
      trigger: { requests: ['GET /invoices/WB-2026-001'], headers: office },
    },
  ],
};
