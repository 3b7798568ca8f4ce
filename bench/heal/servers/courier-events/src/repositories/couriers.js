import { MemoryRepository } from './memory.js';

class Couriers extends MemoryRepository {
  async named(part) {
    const rows = await this.all();
    return rows.filter(({ name }) => name.toLowerCase().includes(part.toLowerCase()));
  }
}

export const couriers = new Couriers();
