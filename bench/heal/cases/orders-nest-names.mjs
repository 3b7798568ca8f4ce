/** More names, paths and imports of the orders. */
import orders from './orders-nest.mjs';

const at = (file, find, replace) => ({ file, find, replace });

export default {
  ...orders,
  cases: [
    {
      id: 'orders-service-find-one',
      cause: 'name',
      expect: 'repair',
      break: [at('src/orders/orders.service.ts', 'async find(id: number): Promise<Order> {', 'async getOrder(id: number): Promise<Order> {')],
      trigger: { requests: ['GET /orders/12'] },
    },
    {
      id: 'orders-money-shared',
      cause: 'path',
      expect: 'repair',
      break: [{ move: ['src/common/money.ts', 'src/shared/money.ts'] }],
      trigger: { boot: true },
    },
    {
      id: 'orders-parse-int-not-imported',
      cause: 'import',
      expect: 'repair',
      break: [at('src/customers/customers.controller.ts', "import { Controller, Get, Inject, Param, ParseIntPipe } from '@nestjs/common';", "import { Controller, Get, Inject, Param } from '@nestjs/common';")],
      trigger: { boot: true },
    },
    {
      id: 'orders-getter-called',
      cause: 'name',
      expect: 'repair',
      break: [at('src/orders/orders.service.ts', '[...this.store.orders]', '[...this.store.orders()]')],
      trigger: { requests: ['GET /orders'] },
    },
    {
      id: 'orders-percent-for',
      cause: 'name',
      expect: 'repair',
      break: [at('src/common/store.ts', 'percentOf(tier: string): number {', 'discountFor(tier: string): number {')],
      trigger: { requests: ['GET /customers/1/summary'] },
    },
    {
      id: 'orders-guard-file-plural',
      cause: 'path',
      expect: 'repair',
      break: [at('src/orders/orders.controller.ts', "'../common/api-key.guard'", "'../guards/api-key.guard'")],
      trigger: { boot: true },
    },
    {
      id: 'orders-seed-path-src',
      cause: 'path',
      expect: 'repair',
      break: [at('src/common/store.ts', "path.join(__dirname, '..', '..', 'data', 'seed.json')", "path.join(__dirname, '..', 'data', 'seed.json')")],
      trigger: { boot: true },
    },
  ],
};
