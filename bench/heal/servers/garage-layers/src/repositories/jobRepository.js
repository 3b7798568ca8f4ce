'use strict';

const JsonStore = require('./jsonStore');

class JobRepository extends JsonStore {
  constructor() {
    super('jobs');
  }

  forVehicle(vehicleId) {
    return this.where((job) => job.vehicleId === vehicleId);
  }

  openIn(bay) {
    return this.where((job) => job.bay === bay && job.status !== 'done');
  }
}

module.exports = new JobRepository();
