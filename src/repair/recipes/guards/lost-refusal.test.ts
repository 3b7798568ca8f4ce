/** Refusals of which the import alone is left. */
import { check } from '../cases.test-helper.ts';
import { lostRefusal } from './lost-refusal.ts';

const missing = {
  class: 'type' as const,
  message: "Cannot read properties of null (reading 'role')",
  named: { property: 'role', nullish: 'null' as const },
};
const guard = (names: string, first: string) =>
  `import { ${names} } from '@nestjs/common';\nexport class Roles {\n  canActivate(context) {\n    const { session } = context.request;\n${first}    if (session.role !== 'admin') throw new ForbiddenException('no');\n    return true;\n  }\n}\n`;
const ask = /only its import tells/;

check(lostRefusal, [
  {
    name: 'an exception of NestJS, and what the debugger saw',
    ...missing,
    files: { 'a.ts': guard('ForbiddenException, UnauthorizedException', '') },
    at: [['a.ts', 'session.‸role']],
    facts: { session: { type: 'null' } },
    first: {
      'a.ts': /\n {4}if \(session === null\) throw new UnauthorizedException\(\);\n {4}if \(session\.role/,
    },
    ask,
  },
  {
    name: 'an error of the project, as it is thrown elsewhere, in a script',
    ...missing,
    files: {
      'errors.js': 'exports.LoginError = class LoginError extends Error {};\n',
      'b.js':
        "const { LoginError } = require('./errors');\nexports.out = () => {\n  throw new LoginError('log in first');\n};\n",
      'a.js':
        "const { LoginError } = require('./errors');\nexports.me = (req) => {\n  const user = users.get(req.token);\n  return user.role;\n};\n",
    },
    at: [['a.js', 'user.‸role']],
    first: { 'a.js': /\n {2}if \(user == null\) throw new LoginError\('log in first'\);\n {2}return user\.role;/ },
    ask,
  },
  {
    name: 'an exception that is thrown in this file',
    ...missing,
    files: { 'a.ts': guard('ForbiddenException', '') },
    at: [['a.ts', 'session.‸role']],
    first: null,
  },
  {
    name: 'two of them: which was meant nobody knows',
    ...missing,
    files: { 'a.ts': guard('ForbiddenException, NotFoundException, UnauthorizedException', '') },
    at: [['a.ts', 'session.‸role']],
    first: null,
  },
  {
    name: 'an error of the project that says something else each time',
    ...missing,
    files: {
      'errors.js': 'exports.HttpError = class HttpError extends Error {};\n',
      'b.js':
        "const { HttpError } = require('./errors');\nexports.a = () => {\n  throw new HttpError(404);\n};\nexports.b = () => {\n  throw new HttpError(400);\n};\n",
      'a.js':
        "const { HttpError } = require('./errors');\nexports.me = (req) => {\n  const user = users.get(req.token);\n  return user.role;\n};\n",
    },
    at: [['a.js', 'user.‸role']],
    first: null,
  },
  {
    name: 'what the function was given',
    ...missing,
    files: {
      'a.ts':
        "import { UnauthorizedException } from '@nestjs/common';\nexport function roleOf(session) {\n  return session.role;\n}\n",
    },
    at: [['a.ts', 'session.‸role']],
    first: null,
  },
]);
