import { EventEmitter } from 'node:events';
import { settings } from './settings.js';

export const states = Object.freeze({ FREE: 'free', BUSY: 'busy' });

export class Board extends EventEmitter {
  #runs = new Map();

  start(no, guest) {
    const machine = settings.machines.find((each) => each.no === no);
    if (!machine || this.#runs.has(no)) return null;
    const run = { no, guest, minutes: machine.minutes, cents: settings.tariff[machine.kind].cents };
    this.#runs.set(no, run);
    this.emit('started', run);
    return run;
  }

  stateOf(no) {
    return this.#runs.has(no) ? states.BUSY : states.FREE;
  }

  *machines() {
    for (const { no, kind } of settings.machines) yield { no, kind, state: this.stateOf(no) };
  }
}
