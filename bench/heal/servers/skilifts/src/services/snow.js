function trendOf(depths) {
  if (depths.length < 2) return 'unknown';
  const change = depths.at(-1).cm - depths.at(-2).cm;
  if (change === 0) return 'steady';
  return change > 0 ? 'rising' : 'falling';
}

export class SnowService {
  #stations;

  constructor({ stations }) {
    this.#stations = stations;
  }

  overview() {
    return this.#stations
      .map(({ id, altitude, depths }) => ({ id, altitude, cm: depths.at(-1)?.cm ?? null, trend: trendOf(depths) }))
      .sort((a, b) => b.altitude - a.altitude);
  }

  text() {
    const lines = this.overview().map(({ id, altitude, cm, trend }) => {
      const depth = cm === null ? 'no reading' : `${cm} cm, ${trend}`;
      return `${id.padEnd(10)}${String(altitude).padStart(5)} m  ${depth}`;
    });
    return `${lines.join('\n')}\n`;
  }

  deepest() {
    const depths = this.overview().flatMap(({ cm }) => cm ?? []);
    return Math.max(...depths);
  }
}
