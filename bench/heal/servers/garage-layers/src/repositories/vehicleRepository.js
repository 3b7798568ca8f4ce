'use strict';

const JsonStore = require('./jsonStore');

class VehicleRepository extends JsonStore {
  constructor() {
    super('vehicles');
  }

  findByPlate(plate) {
    return this.records.find((vehicle) => vehicle.plate === plate.toUpperCase()) ?? null;
  }
}

module.exports = new VehicleRepository();
