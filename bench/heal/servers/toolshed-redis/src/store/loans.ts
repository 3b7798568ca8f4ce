import Redis from 'ioredis';
import type { Config } from '../config';
import { fromHash, toHash, type Loan } from '../model/loan';
import { keys } from './keys';

export class LoanStore {
  readonly #redis: Redis;

  constructor({ url, keyPrefix }: Config['redis']) {
    this.#redis = new Redis(url, { keyPrefix, maxRetriesPerRequest: 1 });
  }

  async nextId(): Promise<string> {
    return `L${await this.#redis.incr(keys.sequence)}`;
  }

  async find(id: string): Promise<Loan | null> {
    const hash = await this.#redis.hgetall(keys.loan(id));
    return Object.keys(hash).length === 0 ? null : fromHash(hash);
  }

  async lentTo(code: string): Promise<Loan | null> {
    const id = await this.#redis.hget(keys.lent, code);
    return id === null ? null : this.find(id);
  }

  async openOf(borrower: string): Promise<Loan[]> {
    const ids = Object.keys(await this.#redis.hgetall(keys.openOf(borrower)));
    const loans = await Promise.all(ids.sort().map((id) => this.find(id)));
    return loans.filter((loan): loan is Loan => loan !== null);
  }

  async dueBy(day: string): Promise<Loan[]> {
    const due = Object.entries(await this.#redis.hgetall(keys.due));
    const ids = due.filter(([, on]) => on <= day).map(([id]) => id);
    const loans = await Promise.all(ids.map((id) => this.find(id)));
    return loans.flatMap((loan) => (loan === null ? [] : [loan]));
  }

  async open(loan: Loan): Promise<void> {
    await Promise.all([
      this.#redis.hset(keys.loan(loan.id), toHash(loan)),
      this.#redis.hset(keys.lent, loan.tool, loan.id),
      this.#redis.hset(keys.openOf(loan.borrower), loan.id, loan.tool),
      this.#redis.hset(keys.due, loan.id, loan.due),
    ]);
  }

  async close(loan: Loan): Promise<void> {
    await Promise.all([
      this.#redis.hset(keys.loan(loan.id), toHash(loan)),
      this.#redis.hdel(keys.lent, loan.tool),
      this.#redis.hdel(keys.openOf(loan.borrower), loan.id),
      this.#redis.hdel(keys.due, loan.id),
    ]);
  }

  async ping(): Promise<boolean> {
    return (await this.#redis.ping()) === 'PONG';
  }

  quit(): void {
    this.#redis.disconnect();
  }
}
