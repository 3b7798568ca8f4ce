import fp from 'fastify-plugin';
import type { Config, Grade } from '../config/schema.js';
import { Press } from '../domain/must.js';
import { Cellar } from '../store/cellar.js';

declare module 'fastify' {
  interface FastifyInstance {
    config: Config;
    grades: Grade[];
    cellar: Cellar;
    press: Press;
  }
}

interface Options {
  config: Config;
  grades: Grade[];
}

export const cellarPlugin = fp<Options>(
  async (app, { config, grades }) => {
    app.decorate('config', config);
    app.decorate('grades', grades);
    app.decorate('cellar', await Cellar.open());
    app.decorate('press', new Press(config.cellar.litresPer100Kg, config.cellar.lossPercent));
  },
  { name: 'cellar' },
);
