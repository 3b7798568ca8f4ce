'use strict';

const fs = require('fs');
const path = require('path');

class Alerts {
  constructor(store, { dataDir }) {
    this.limits = JSON.parse(fs.readFileSync(path.join(dataDir, 'thresholds.json'), 'utf8'));
    this.raised = [];
    store.on('reading', (station, reading) => this.examine(station, reading));
  }

  limitsOf(code) {
    return this.limits[code] || this.limits.default;
  }

  gradeOf(station, level) {
    const { watch, warn } = this.limitsOf(station.code);
    if (level >= warn) return 'warn';
    return level >= watch ? 'watch' : null;
  }

  examine(station, reading) {
    const grade = this.gradeOf(station, reading.level);
    if (grade === null) return;
    this.raised.push({
      station: station.code,
      grade,
      level: reading.level,
      tell: station.keeper && station.keeper.email ? station.keeper.email.toLowerCase() : 'desk@tides.test',
    });
  }

  recent(count) {
    return this.raised.slice(-count).reverse();
  }
}

module.exports = { Alerts };
