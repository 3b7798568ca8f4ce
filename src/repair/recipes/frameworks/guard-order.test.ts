/** Guards of the whole application, in the order in which they are provided. */
import { check } from '../cases.test-helper.ts';
import type { Case } from '../cases.test-helper.ts';
import { guardOrder } from './guard-order.ts';

const provided = (...names: readonly string[]): string =>
  `import { Module } from '@nestjs/common';\nimport { APP_GUARD } from '@nestjs/core';\n@Module({\n  providers: [\n${names.map((name) => `    ${name},\n`).join('')}  ],\n})\nexport class AppModule {}\n`;
const guard = (name: string): string => `{ provide: APP_GUARD, useClass: ${name} }`;
const [auth, roles] = [guard('AuthGuard'), guard('RolesGuard')];

const files = (module: string, read: string, key = 'staff'): Record<string, string> => ({
  'app.module.ts': module,
  'auth.guard.ts': `export class AuthGuard {\n  async canActivate(context) {\n    const request = context.switchToHttp().getRequest();\n    request.${key} = await find(request.headers.authorization);\n    return true;\n  }\n}\n`,
  'roles.guard.ts': `export class RolesGuard {\n  canActivate(context) {\n    ${read}\n  }\n}\n`,
});
const taken = 'const { staff } = context.switchToHttp().getRequest();\n    return staff.role === 1;';
const chained = 'const request = context.switchToHttp().getRequest();\n    return request.staff.role === 1;';

const failing = {
  class: 'type' as const,
  message: "Cannot read properties of undefined (reading 'role')",
  named: { property: 'role', nullish: 'undefined' as const },
  ask: null,
};
const at: Case['at'] = [['roles.guard.ts', 'staff.‸role']];

check(guardOrder, [
  ...[taken, chained].map((read) => ({
    ...failing,
    name: `one that reads what a later one sets: ${read.slice(0, 12)}`,
    files: files(provided(roles, auth), read),
    at,
    first: { 'app.module.ts': provided(auth, roles) },
  })),
  {
    ...failing,
    name: 'one that comes behind it as it is',
    files: files(provided(auth, roles), taken),
    at,
    first: null,
  },
  {
    ...failing,
    name: 'something else that the later one sets',
    files: files(provided(roles, auth), taken, 'user'),
    at,
    first: null,
  },
  {
    ...failing,
    name: 'an interceptor, which runs behind all guards whatever the order is',
    files: files(provided(roles, '{ provide: APP_INTERCEPTOR, useClass: AuthGuard }'), taken),
    at,
    first: null,
  },
]);
