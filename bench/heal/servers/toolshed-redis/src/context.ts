import fp from 'fastify-plugin';
import type { Config } from './config';
import { SystemClock, type Clock } from './core/clock';
import { languageOf, type Language } from './core/i18n';
import { Ledger } from './services/ledger';
import { Lending } from './services/lending';
import { Catalog } from './store/catalog';
import { LoanStore } from './store/loans';

declare module 'fastify' {
  interface FastifyInstance {
    catalog: Catalog;
    store: LoanStore;
    clock: Clock;
    lending: Lending;
    ledger: Ledger;
  }
  interface FastifyRequest {
    language: Language;
    borrower: string;
  }
}

export const context = fp<{ config: Config }>(
  async (app, { config }) => {
    const [catalog, store, clock] = [Catalog.load(), new LoanStore(config.redis), new SystemClock()];
    const lending = new Lending({ catalog, store, clock, rules: config.loans });
    app.decorate('catalog', catalog);
    app.decorate('store', store);
    app.decorate('clock', clock);
    app.decorate('lending', lending);
    app.decorate('ledger', new Ledger().follow(lending));
    app.decorateRequest('borrower', '');
    app.decorateRequest('language', 'en');
    app.addHook('onRequest', async (request) => {
      request.language = languageOf(request.headers['accept-language'], config.shed.languages);
    });
    app.addHook('onClose', async () => store.quit());
  },
  { name: 'context' },
);
