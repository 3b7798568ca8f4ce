import { EventEmitter } from 'node:events';
import { conflict, notFound } from './errors';

export interface Station {
  code: string;
  name: string;
  docks: number;
  bikes: string[];
  position: { lat: number; lon: number };
}

export interface Ride {
  id: number;
  bike: string;
  from: string;
  to?: string;
  rider: string;
}

export enum RideEvent {
  Started = 'ride:started',
  Ended = 'ride:ended',
}

export class Fleet extends EventEmitter {
  private readonly stations = new Map<string, Station>();
  private readonly rides = new Map<number, Ride>();
  private lastId = 0;

  constructor(stations: Station[]) {
    super();
    for (const station of stations) this.stations.set(station.code, { ...station, bikes: [...station.bikes] });
  }

  list(): Station[] {
    return [...this.stations.values()].sort((a, b) => a.name.localeCompare(b.name));
  }

  station(code: string): Station {
    const station = this.stations.get(code);
    if (!station) throw notFound('Station', code);
    return station;
  }

  nearest(lat: number, lon: number): Station {
    const distance = ({ position }: Station) => Math.hypot(position.lat - lat, position.lon - lon);
    return this.list().reduce((best, each) => (distance(each) < distance(best) ? each : best));
  }

  start(code: string, rider: string): Ride {
    const station = this.station(code);
    const bike = station.bikes.shift();
    if (!bike) throw conflict(`No bike at ${station.name}`);
    const ride: Ride = { id: ++this.lastId, bike, from: code, rider };
    this.rides.set(ride.id, ride);
    this.emit(RideEvent.Started, ride, station);
    return ride;
  }

  end(id: number, code: string): Ride {
    const ride = this.rides.get(id);
    if (!ride) throw notFound('Ride', id);
    const station = this.station(code);
    if (station.bikes.length >= station.docks) throw conflict(`No free dock at ${station.name}`);
    station.bikes.push(ride.bike);
    ride.to = code;
    this.rides.delete(id);
    this.emit(RideEvent.Ended, ride, station);
    return ride;
  }
}
