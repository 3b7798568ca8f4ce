var dates = require('../lib/dates');

class Tour {
  constructor({ id, title, start, minutes, guide, stops }) {
    this.id = id;
    this.title = title;
    this.start = start;
    this.minutes = minutes;
    this.guide = guide;
    this.stops = stops;
  }

  static fromRow(row) {
    return new Tour(Object.assign({}, row, { start: new Date(row.start) }));
  }

  static byStart(a, b) {
    return a.start - b.start;
  }

  get end() {
    return dates.addMinutes(this.start, this.minutes);
  }

  toJSON() {
    return { id: this.id, title: this.title, day: dates.shortDay(this.start), from: dates.clock(this.start), to: dates.clock(this.end), guide: this.guide, stops: this.stops.length };
  }
}

module.exports = Tour;
