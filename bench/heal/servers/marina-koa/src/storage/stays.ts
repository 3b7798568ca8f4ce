import { Occupied, StayState, type Berth, type Boat, type NewStay, type Stay } from '#domain';
import { db } from './database.ts';
import { Repository } from './repository.ts';

export const berths = new Repository<Berth>('berths', 'berth');
export const boats = new Repository<Boat>('boats', 'boat');

export interface PierCount {
  pier: string;
  berths: number;
  taken: number;
}

class StayRepository extends Repository<Stay> {
  constructor() {
    super('stays', 'stay');
  }

  open(): Stay[] {
    return this.query('SELECT * FROM stays WHERE state = ? ORDER BY arrived_on', StayState.Open);
  }

  ofBerth(berthId: number): Stay[] {
    return this.query('SELECT * FROM stays WHERE berth_id = ? AND state = ?', berthId, StayState.Open);
  }

  create(stay: NewStay): Stay {
    if (this.ofBerth(stay.berthId).length > 0) throw new Occupied(berths.require(stay.berthId).code);
    const result = db
      .prepare('INSERT INTO stays (berth_id, boat_id, arrived_on, nights, note) VALUES (?, ?, ?, ?, ?)')
      .run(stay.berthId, stay.boatId, stay.arrivedOn, stay.nights, stay.note);
    return this.require(Number(result.lastInsertRowid));
  }

  close(id: number): Stay {
    db.prepare('UPDATE stays SET state = ? WHERE id = ?').run(StayState.Closed, id);
    return this.require(id);
  }

  perPier(): PierCount[] {
    return db
      .prepare(
        `SELECT b.pier, COUNT(DISTINCT b.id) AS berths, COUNT(s.id) AS taken
         FROM berths b LEFT JOIN stays s ON s.berth_id = b.id AND s.state = 'open'
         GROUP BY b.pier ORDER BY b.pier`,
      )
      .all() as PierCount[];
  }
}

export const stays = new StayRepository();
