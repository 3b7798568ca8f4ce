/** More faults of modules, tokens and logic in the orders. */
import orders from './orders-nest.mjs';

const service = 'src/orders/orders.service.ts';

export default {
  ...orders,
  cases: [
    {
      id: 'orders-service-not-exported',
      cause: 'middleware',
      expect: 'repair',
      break: [{ file: 'src/customers/customers.module.ts', find: '  exports: [CustomersService],\n', replace: '' }],
      trigger: { boot: true },
    },
    {
      id: 'orders-token-as-text',
      cause: 'middleware',
      expect: 'repair',
      break: [{ file: service, find: '@Inject(Store)', replace: "@Inject('Store')" }],
      trigger: { boot: true },
    },
    {
      id: 'orders-getter-reads-itself',
      cause: 'logic',
      expect: 'repair',
      break: [{ file: 'src/common/store.ts', find: 'return this.seed.orders;', replace: 'return this.orders;' }],
      trigger: { requests: ['GET /orders'] },
    },
    {
      id: 'orders-exception-without-new',
      cause: 'logic',
      expect: 'repair',
      break: [{ file: service, find: "throw new NotFoundException('No such order')", replace: "throw NotFoundException('No such order')" }],
      trigger: { requests: ['GET /orders/99'] },
    },
    {
      id: 'orders-getter-called',
      cause: 'logic',
      expect: 'repair',
      break: [{ file: service, find: '[...this.store.orders]', replace: '[...this.store.orders()]' }],
      trigger: { requests: ['GET /orders'] },
    },
    {
      id: 'orders-guard-not-a-class',
      cause: 'middleware',
      expect: 'repair',
      break: [{ file: 'src/orders/orders.controller.ts', find: '@UseGuards(ApiKeyGuard)', replace: '@UseGuards(ApiKeyGuard.canActivate)' }],
      trigger: { boot: true },
      history: true,
    },
    {
      id: 'orders-filter-twice-removed',
      cause: 'middleware',
      expect: 'repair',
      break: [{ file: 'src/main.ts', find: 'new ErrorLogFilter()', replace: 'ErrorLogFilter()' }],
      trigger: { boot: true },
    },
  ],
};
