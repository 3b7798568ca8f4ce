/** What went wrong when the charging network was first run for the record, and was read. */
import evcharge from './evcharge.mjs';

const boot = { boot: true };
const edit = (file, find, replace) => ({ file: /\.json$/.test(file) || file.startsWith('.') ? file : `src/${file}.js`, find, replace });

export default {
  ...evcharge,
  half: 'dev',
  cases: [
    {
      id: 'evcharge-await-in-callback',
      cause: 'syntax',
      expect: 'repair',
      break: [edit('store/sessions', '  for (const id of ids) {\n    const session = await sessionOf(id);\n    if (session !== null && monthOf(session.started) === month) sessions.push(session);\n  }\n', '  ids.forEach((id) => {\n    const session = await sessionOf(id);\n    if (session !== null && monthOf(session.started) === month) sessions.push(session);\n  });\n')],
      trigger: boot,
    },
  ],
};
