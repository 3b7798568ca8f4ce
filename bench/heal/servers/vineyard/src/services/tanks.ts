import type { Config } from '../config/schema.js';
import { conflict, unknown } from '../domain/errors.js';
import type { Press } from '../domain/must.js';
import { Alarm, type Tank } from '../domain/types.js';
import type { Cellar } from '../store/cellar.js';

export class TankService {
  private readonly cellar: Cellar;
  private readonly press: Press;
  private readonly limits: Config['cellar']['alarms'];

  constructor(cellar: Cellar, press: Press, limits: Config['cellar']['alarms']) {
    this.cellar = cellar;
    this.press = press;
    this.limits = limits;
  }

  find(id: string): Tank {
    const tank = this.cellar.tank(id);
    if (!tank) throw unknown('tank', id);
    return tank;
  }

  describe(tank: Tank) {
    return {
      id: tank.id,
      wine: tank.wine?.name ?? null,
      litres: tank.litres,
      free: tank.capacity - tank.litres,
      full: `${Math.round((tank.litres / tank.capacity) * 100)} %`,
      celsius: tank.temperatures.at(-1)?.celsius ?? null,
    };
  }

  list() {
    return this.cellar.allTanks().map((tank) => this.describe(tank));
  }

  measure(id: string, celsius: number, at: Date) {
    const tank = this.find(id);
    tank.temperatures.push({ at: at.toISOString(), celsius });
    return { ...this.describe(tank), alarms: this.alarmsOf(tank) };
  }

  alarmsOf(tank: Tank): Alarm[] {
    const alarms: Alarm[] = [];
    const last = tank.temperatures.at(-1);
    if (last && last.celsius > this.limits.warmCelsius) alarms.push(Alarm.Warm);
    if (tank.wine && tank.litres < this.limits.lowLitres) alarms.push(Alarm.Low);
    return alarms;
  }

  alarms() {
    return this.cellar
      .allTanks()
      .map((tank) => ({ tank: tank.id, alarms: this.alarmsOf(tank) }))
      .filter(({ alarms }) => alarms.length > 0);
  }

  transfer(fromId: string, toId: string, litres: number) {
    const [from, to] = [this.find(fromId), this.find(toId)];
    if (from.wine === null || from.litres < litres) throw conflict(`tank ${from.id} does not hold ${litres} l`);
    const arriving = this.press.afterTransfer(litres);
    if (to.capacity - to.litres < arriving) throw conflict(`tank ${to.id} has no room for ${arriving} l`);
    if (to.wine && to.wine.grape !== from.wine.grape) throw conflict(`tank ${to.id} holds ${to.wine.name}`);
    to.wine ??= from.wine;
    from.litres -= litres;
    to.litres += arriving;
    if (from.litres === 0) from.wine = null;
    return { moved: litres, lost: litres - arriving, from: this.describe(from), to: this.describe(to) };
  }
}
