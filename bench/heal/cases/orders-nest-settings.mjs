/** Configuration, syntax, and what no change of the code mends, over the same server. */
import base from './orders-nest.mjs';

const shipping = [
  {
    file: 'src/common/shipping.ts',
    content: `import { BadGatewayException, Injectable } from '@nestjs/common';

@Injectable()
export class Shipping {
  async price(orderId: number): Promise<number> {
    const response = await fetch(\`\${process.env.SHIPPING_URL}/price?order=\${orderId}\`, {
      headers: { authorization: \`Bearer \${process.env.SHIPPING_TOKEN}\` },
    });
    if (!response.ok) {
      throw new BadGatewayException('Shipping price unknown');
    }
    return ((await response.json()) as { cents: number }).cents;
  }
}
`,
  },
  {
    file: 'src/common/common.module.ts',
    find: '@Module({ providers: [Store], exports: [Store] })',
    replace: "@Module({ providers: [Store, Shipping], exports: [Store, Shipping] })",
  },
  {
    file: 'src/common/common.module.ts',
    find: "import { Store } from './store';",
    replace: "import { Shipping } from './shipping';\nimport { Store } from './store';",
  },
  {
    file: 'src/orders/orders.controller.ts',
    find: 'private readonly orders: OrdersService) {}',
    replace: `private readonly orders: OrdersService, @Inject(Shipping) private readonly shipping: Shipping) {}

  @Get(':id/shipping')
  async price(@Param('id', ParseIntPipe) id: number): Promise<object> {
    return { cents: await this.shipping.price(id) };
  }`,
  },
  {
    file: 'src/orders/orders.controller.ts',
    find: "import type { Item } from '../common/store';",
    replace: "import { Shipping } from '../common/shipping';\nimport type { Item } from '../common/store';",
  },
];

export default {
  ...base,
  cases: [
    {
      id: 'orders-set-decorators-off',
      cause: 'config',
      expect: 'ask',
      break: [{ file: 'tsconfig.json', find: '    "experimentalDecorators": true,\n', replace: '' }],
      trigger: { boot: true },
    },
    {
      id: 'orders-set-seed-key',
      cause: 'config',
      expect: 'repair',
      break: [{ file: 'data/seed.json', find: '"tiers": {', replace: '"discounts": {' }],
      trigger: { requests: ['GET /orders'] },
    },
    {
      id: 'orders-set-module-brace',
      cause: 'syntax',
      expect: 'repair',
      break: [{ file: 'src/orders/orders.module.ts', find: '  providers: [OrdersService],\n})', replace: '  providers: [OrdersService],\n)' }],
      trigger: { boot: true },
    },
    {
      id: 'orders-set-generic',
      cause: 'syntax',
      expect: 'repair',
      break: [{ file: 'src/orders/orders.controller.ts', find: 'number): Promise<object> {', replace: 'number): Promise<object {' }],
      trigger: { boot: true },
    },
    {
      id: 'orders-set-type-comma',
      cause: 'syntax',
      expect: 'repair',
      break: [{ file: 'src/common/money.ts', find: 'cents: number, percent: number', replace: 'cents: number percent: number' }],
      trigger: { boot: true },
    },
    {
      id: 'orders-set-shipping-401',
      cause: 'credential',
      expect: 'ask',
      break: shipping,
      env: { SHIPPING_URL: 'http://{upstream}', SHIPPING_TOKEN: 'expired' },
      upstream: { status: 401, body: '{}' },
      trigger: { requests: ['GET /orders/12/shipping'] },
    },
    {
      id: 'orders-set-shipping-down',
      cause: 'outage',
      expect: 'ask',
      break: shipping,
      env: { SHIPPING_URL: 'http://{closed}', SHIPPING_TOKEN: 'good' },
      trigger: { requests: ['GET /orders/12/shipping'] },
    },
  ],
};
