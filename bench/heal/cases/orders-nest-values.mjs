/** Values that are not there, records that are not as expected, promises that nobody waits for. */
import orders from './orders-nest.mjs';

export default {
  ...orders,
  cases: [
    {
      id: 'orders-lines-of-promise',
      cause: 'async',
      expect: 'repair',
      break: [{ file: 'src/orders/orders.controller.ts', find: "    const order = await this.orders.find(id);\n    return { ...this.orders.present(order), lines: order.items.map((item) => `${item.count} × ${item.name}`) };", replace: "    const order = this.orders.find(id);\n    const lines = order.items.map((item) => `${item.count} × ${item.name}`);\n    return { ...this.orders.present(order), lines };" }],
      trigger: { requests: ['GET /orders/12'] },
    },
    {
      id: 'orders-no-address',
      cause: 'null',
      expect: 'repair',
      break: [{ file: 'src/customers/customers.service.ts', find: 'customer.address?.city ?? null', replace: 'customer.address.city ?? null' }],
      trigger: { requests: ['GET /customers/2/summary'] },
    },
    {
      id: 'orders-customer-unguarded',
      cause: 'null',
      expect: 'repair',
      break: [{ file: 'src/customers/customers.service.ts', find: "    if (!customer) throw new NotFoundException('No such customer');\n", replace: '' }],
      trigger: { requests: ['GET /customers/9'] },
    },
    {
      id: 'orders-app-promise',
      cause: 'async',
      expect: 'repair',
      break: [{ file: 'src/main.ts', find: 'await NestFactory.create(', replace: 'NestFactory.create(' }],
      trigger: { boot: true },
    },
    {
      id: 'orders-tiers-map',
      cause: 'data',
      expect: 'repair',
      break: [
        { file: 'src/common/store.ts', find: "  get orders(): Order[] {", replace: "  private readonly tiers = new Map(this.seed.tiers);\n\n  get orders(): Order[] {" },
        { file: 'src/common/store.ts', find: 'return this.seed.tiers[tier];', replace: 'return this.tiers.get(tier);' },
      ],
      trigger: { boot: true },
    },
  ],
};
