import { Collection } from './collection.ts';

export interface Doctor {
  id: string;
  name: string;
  field: string;
  weekdays: number[];
  feeCents: number;
}

export interface Patient {
  id: string;
  name: string;
  born: string;
  guardian?: string;
  insurance?: { carrier: string; coverPercent: number };
}

export interface Appointment {
  id: string;
  doctor: string;
  patient: string;
  start: string;
  status: 'booked' | 'done' | 'missed';
  extras: number[];
}

export const store = {
  doctors: new Collection<Doctor>('doctors'),
  patients: new Collection<Patient>('patients'),
  appointments: new Collection<Appointment>('appointments'),
};
