import { Inject, Injectable, NotFoundException } from '@nestjs/common';
import { Store } from '../common/store';

export interface Client {
  id: string;
  name: string;
  city: string;
  country: string;
  vatId?: string;
  discountPercent: number;
  contact?: { name: string; email: string };
}

@Injectable()
export class ClientsService {
  constructor(@Inject(Store) private readonly store: Store) {}

  async list(query = ''): Promise<Client[]> {
    const clients = await this.store.table<Client>('clients');
    const wanted = query.trim().toLowerCase();
    return clients.filter(({ name, city }) => `${name} ${city}`.toLowerCase().includes(wanted));
  }

  async get(id: string): Promise<Client> {
    const clients = await this.store.table<Client>('clients');
    const client = clients.find((one) => one.id === id);
    if (client === undefined) throw new NotFoundException(`There is no client ${id}`);
    return client;
  }
}
