/** Parameters of handlers that lost their decorators. */
import { check } from '../cases.test-helper.ts';
import { paramDecorator } from './param-decorator.ts';

const missing = {
  class: 'type' as const,
  message: "Cannot destructure property 'id' of 'body' as it is undefined.",
  named: { property: 'id', nullish: 'undefined' as const },
};
const nest = (names: string, methods: string) =>
  `import { Controller, ${names} } from '@nestjs/common';\n\n@Controller('rooms')\nexport class Rooms {\n${methods}}\n`;

check(paramDecorator, [
  {
    name: 'the body, whose import is still there',
    ...missing,
    files: {
      'a.ts': nest(
        'Body, Post',
        "  @Post('login')\n  async login(body: Login) {\n    const { id } = body;\n    return id;\n  }\n",
      ),
    },
    at: [['a.ts', '{ id } = ‸body']],
    first: { 'a.ts': /async login\(@Body\(\) body: Login\)/ },
  },
  {
    name: 'a part of the path, as others write it, with its pipe; the failure is further in',
    ...missing,
    files: {
      'a.ts': nest(
        'Get, Param, ParseIntPipe',
        "  @Get(':id')\n  one(@Param('id', ParseIntPipe) id: number) {\n    return id;\n  }\n\n  @Get(':id/days')\n  days(id: number) {\n    return find(id);\n  }\n",
      ),
      'b.ts': 'export const find = (id: number) => id.toFixed();\n',
    },
    at: [
      ['b.ts', 'id.‸toFixed'],
      ['a.ts', 'return ‸find(id)'],
    ],
    first: { 'a.ts': /days\(@Param\('id', ParseIntPipe\) id: number\)/ },
  },
  {
    name: 'a decorator of the project, by its name in another file',
    ...missing,
    files: {
      'user.ts': 'export const CurrentUser = createParamDecorator(() => 1);\n',
      'a.ts': `import { CurrentUser } from './user.ts';\n${nest('Get, Param', "  @Get('me')\n  me(user: User) {\n    return user.id;\n  }\n\n  @Get('card')\n  card(@CurrentUser() user: User) {\n    return user;\n  }\n")}`,
    },
    at: [['a.ts', 'user.‸id']],
    first: { 'a.ts': /me\(@CurrentUser\(\) user: User\)/ },
  },
  {
    name: 'the request beside what has one, in another framework',
    ...missing,
    files: {
      'a.ts':
        "import { Body, JsonController, Post, Req } from 'routing-controllers';\n@JsonController()\nexport class Bills {\n  @Post('/bills')\n  add(@Body() bill: Bill, request: Request) {\n    return request.user;\n  }\n}\n",
    },
    at: [['a.ts', 'request.‸user']],
    first: { 'a.ts': /add\(@Body\(\) bill: Bill, @Req\(\) request: Request\)/ },
  },
  {
    name: 'two imports that are used nowhere: which was meant nobody knows',
    ...missing,
    files: {
      'a.ts': nest('Body, Post, Query', "  @Post('login')\n  login(input: Login) {\n    return input.id;\n  }\n"),
    },
    at: [['a.ts', 'input.‸id']],
    first: null,
  },
  {
    name: 'a part that this path does not have',
    ...missing,
    files: {
      'a.ts': nest(
        'Get, Param',
        "  @Get(':id')\n  one(@Param('id') id: string) {\n    return id;\n  }\n\n  @Get('days')\n  days(id: string) {\n    return id.length;\n  }\n",
      ),
    },
    at: [['a.ts', 'id.‸length']],
    first: null,
  },
  {
    name: 'a helper of the controller, which answers no route',
    ...missing,
    files: { 'a.ts': nest('Req, Post', '  private clean(body: Login) {\n    return body.id;\n  }\n') },
    at: [['a.ts', 'body.‸id']],
    first: null,
  },
  {
    name: 'a route of a class that is no controller, such as a client that is made of decorators',
    ...missing,
    files: {
      'a.ts': nest('Body, Post', '  @Post()\n  add(body: Login) {\n    return body.id;\n  }\n').replace(
        "@Controller('rooms')",
        "@Client('rooms')",
      ),
    },
    at: [['a.ts', 'body.‸id']],
    first: null,
  },
  {
    name: 'a body of what only asks',
    ...missing,
    files: { 'a.ts': nest('Body, Get', '  @Get()\n  all(body: Login) {\n    return body.id;\n  }\n') },
    at: [['a.ts', 'body.‸id']],
    first: null,
  },
  {
    name: 'what the request did not send of a body that is handed over',
    ...missing,
    files: { 'a.ts': nest('Body, Post', '  @Post()\n  add(@Body() body: Login) {\n    return body.id;\n  }\n') },
    at: [['a.ts', 'body.‸id']],
    first: null,
  },
  {
    name: 'a number of the path, which would come as a text',
    ...missing,
    files: {
      'a.ts': nest('Get, Param', "  @Get(':id')\n  one(id: number) {\n    return id.toFixed();\n  }\n"),
    },
    at: [['a.ts', 'id.‸toFixed']],
    first: null,
  },
]);
