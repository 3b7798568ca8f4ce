import { MemoryRepository } from './memory.js';

class Parcels extends MemoryRepository {
  async ofCourier(courierId) {
    const rows = await this.all();
    return rows.filter((row) => row.courierId === courierId);
  }

  nextId() {
    return `p${this.size + 1}`;
  }
}

export const parcels = new Parcels();
