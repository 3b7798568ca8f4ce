import type { Router } from 'express';
import type { Catalogue } from '#services/catalogue';
import type Schedule from '#services/schedule';
import type { Logger } from '#lib/logger';

export interface AppConfig {
  http: { host: string; port: number };
  site: { name: string; timezone: string; latitude: number; horizon: number };
  booking: BookingRules;
  plugins: { folder: string; disabled: string[] };
  logging: { level: 'debug' | 'info' | 'warn' | 'error' };
}

export interface BookingRules {
  slotMinutes: number;
  maxSlotsPerNight: number;
  graceDays: number;
  roles: string[];
}

export interface Telescope {
  id: string;
  name: string;
  aperture: number;
  mount: 'fork' | 'german';
  filters: string[];
  minAltitude: number;
}

export interface SkyObject {
  code: string;
  title: string;
  kind: string;
  dec: number;
  magnitude: number;
}

export interface Booking {
  id: string;
  telescope: string;
  target: string;
  night: string;
  role: string;
  minutes: number;
  state: 'requested' | 'confirmed' | 'cancelled';
}

export interface Context {
  config: AppConfig;
  log: Logger;
  catalogue: Catalogue;
  schedule: Schedule;
}

export interface Plugin {
  name: string;
  prefix: string;
  register(router: Router, context: Context): void;
}
