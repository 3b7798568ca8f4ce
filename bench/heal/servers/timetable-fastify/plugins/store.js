import { readFile } from 'node:fs/promises';
import fp from 'fastify-plugin';

class Store {
  constructor({ lines, stops }) {
    this.lines = new Map(lines.map((line) => [line.id, line]));
    this.stops = new Map(stops.map((stop) => [stop.code, stop]));
  }

  line(id) {
    return this.lines.get(id);
  }

  stop(code) {
    return this.stops.get(code);
  }

  linesAt(code) {
    return [...this.lines.values()].filter(({ stops }) => stops.includes(code));
  }
}

async function storePlugin(app, { file }) {
  const data = JSON.parse(await readFile(file, 'utf8'));
  app.decorate('store', new Store(data));
}

export default fp(storePlugin, { name: 'store' });
