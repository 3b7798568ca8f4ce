import { check } from '../cases.test-helper.ts';
import { renamedTogether } from './renamed-together.ts';

const lacking = (given: string, taken: string) => ({
  class: 'type' as const,
  message: 'TypeError: sendJson is not a function',
  named: { identifier: 'sendJson' },
  files: {
    'respond.js': `const json = (res, body) => res.end(JSON.stringify(body));\nconst ${given} = (res, text) => res.end(text);\nmodule.exports = { json, ${given} };\n`,
    'a.js': `const { ${taken}, sendJson } = require('./respond');\nexports.a = (res, page) => {\n  if (page) return ${taken}(res, page);\n  sendJson(res, { ok: true });\n};\n`,
  },
  at: [['a.js', '‸sendJson(res, {']] as const,
});

check(renamedTogether, [
  {
    name: 'the name that is called first, and the other one that the module lacks, too',
    ...lacking('html', 'sendHtml'),
    first: {
      'a.js':
        "const { html: sendHtml, json } = require('./respond');\nexports.a = (res, page) => {\n  if (page) return sendHtml(res, page);\n  json(res, { ok: true });\n};\n",
    },
    ask: null,
  },
  { name: 'another name that nothing stands for', ...lacking('page', 'stream'), first: null },
  { name: 'no other name', ...lacking('sendHtml', 'sendHtml'), first: null },
]);
