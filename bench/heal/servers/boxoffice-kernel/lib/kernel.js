'use strict';

const { EventEmitter } = require('node:events');
const compose = require('koa-compose');
const FindMyWay = require('find-my-way');
const createError = require('http-errors');
const { open } = require('./database');
const Translator = require('./translator');
const Pricing = require('./pricing');
const answers = require('./steps/answers');
const body = require('./steps/body');
const language = require('./steps/language');
const { timing } = require('./steps/timing');

class Kernel extends EventEmitter {
  #router = FindMyWay({ ignoreTrailingSlash: true, defaultRoute: () => undefined });
  #services = new Map();

  constructor(config) {
    super();
    this.config = config;
    this.provide('config', config);
    this.provide('db', open());
    this.provide('translator', new Translator(config.languages));
    this.provide('pricing', new Pricing(config.prices, config.booking));
  }

  provide(name, service) {
    if (this.#services.has(name)) throw new Error(`${name} is provided twice`);
    this.#services.set(name, service);
  }

  service(name) {
    if (!this.#services.has(name)) throw new Error(`no service ${name}`);
    return this.#services.get(name);
  }

  load(module, name) {
    const needs = Object.fromEntries(module.needs.map((need) => [need, this.service(need)]));
    const { routes, provides = {} } = module.create(needs);
    for (const [key, service] of Object.entries(provides)) this.provide(key, service);
    for (const [pattern, ...handlers] of routes) {
      const [method, path] = pattern.split(' ');
      this.#router.on(method, path, () => undefined, { handle: compose(handlers) });
    }
    this.emit('loaded', name);
  }

  handler() {
    const chain = compose([timing(), answers(this), language(this.service('translator')), body(this.config.server), (ctx, next) => this.#route(ctx, next)]);
    return (req, res) => {
      const url = new URL(req.url, 'http://boxoffice');
      const ctx = { req, res, url, method: req.method, path: url.pathname, params: {}, state: {}, status: 200, body: undefined, headers: {} };
      chain(ctx).catch((error) => this.emit('failed', error));
    };
  }

  #route(ctx, next) {
    const found = this.#router.find(ctx.method, ctx.path);
    if (!found) throw createError(404, 'nothing here');
    ctx.params = found.params;
    return found.store.handle(ctx, next);
  }
}

module.exports = Kernel;
