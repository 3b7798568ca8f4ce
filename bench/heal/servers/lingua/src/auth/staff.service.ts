import { Inject, Injectable } from '@nestjs/common';
import { Store } from '../common/store';

export type Role = 'manager' | 'linguist' | 'finance';

export interface Staff {
  id: string;
  name: string;
  role: Role;
  token: string;
  pairs: string[];
}

@Injectable()
export class StaffService {
  constructor(@Inject(Store) private readonly store: Store) {}

  async all(): Promise<Staff[]> {
    return this.store.table<Staff>('staff');
  }

  async byToken(token: string): Promise<Staff | undefined> {
    const staff = await this.all();
    return staff.find((one) => one.token === token);
  }

  async byId(id: string): Promise<Staff | undefined> {
    const staff = await this.all();
    return staff.find((one) => one.id === id);
  }
}
