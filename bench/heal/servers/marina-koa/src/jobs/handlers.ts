import { setTimeout as sleep } from 'node:timers/promises';
import { stays } from '#storage/stays';

export interface Payloads {
  invoice: { stayId: number };
}

type Handlers = { [K in keyof Payloads]: (payload: Payloads[K]) => Promise<string> };

export const handlers: Handlers = {
  async invoice({ stayId }) {
    await sleep(1);
    const stay = stays.require(stayId);
    return `invoice for ${stay.nights} nights`;
  },
};
