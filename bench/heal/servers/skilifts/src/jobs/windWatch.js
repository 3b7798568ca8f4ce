/** Closes what the wind is too strong for. */
export class WindWatch {
  constructor(lifts) {
    this.lifts = lifts;
  }

  async run() {
    const closed = [];
    for (const { id } of this.lifts.list({ state: 'open' })) {
      const lift = this.lifts.find(id);
      const reading = this.lifts.lastWind(id);
      if (!reading || reading.kmh <= this.lifts.limitOf(lift)) continue;
      this.lifts.setState(id, 'wind', `${reading.kmh} km/h`);
      closed.push(id);
    }
    return { closed };
  }
}
