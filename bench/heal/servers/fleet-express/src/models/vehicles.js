import { config, depot } from '../config.js';
import { Collection } from './collection.js';

export class Vehicles extends Collection {
  byDepot(key) {
    return this.where((vehicle) => vehicle.depot === key);
  }

  describe(vehicle) {
    const { plate, make, model, odometer, tags } = vehicle;
    return {
      plate,
      title: `${make} ${model} (${vehicle.year})`,
      odometer,
      depot: depot(vehicle.depot)?.city ?? null,
      heavy: tags.includes('heavy'),
      serviced: vehicle.service?.last ?? null,
    };
  }

  serviceDue(vehicle, kmSince) {
    if (!vehicle.service) return false;
    return vehicle.service.everyKm - kmSince <= config.alerts.serviceKm;
  }
}
