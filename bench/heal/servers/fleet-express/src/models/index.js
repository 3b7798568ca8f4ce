import { Collection } from './collection.js';
import { Vehicles } from './vehicles.js';

export const vehicles = await Vehicles.load('vehicles', 'plate');
export const drivers = await Collection.load('drivers', 'id');
export const trips = await Collection.load('trips', 'id');
export const fuel = await Collection.load('fuel', 'day');
