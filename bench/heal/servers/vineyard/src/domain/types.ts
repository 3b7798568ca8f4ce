export interface Lease {
  owner: string;
  until: number;
}

export interface Plot {
  id: string;
  name: string;
  grape: string;
  hectares: number;
  planted: number;
  lease: Lease | null;
}

export interface Load {
  id: number;
  plot: string;
  date: string;
  kg: number;
  oechsle: number;
  crew: string | null;
}

export interface Reading {
  at: string;
  celsius: number;
}

export interface Tank {
  id: string;
  capacity: number;
  litres: number;
  wine: { name: string; grape: string } | null;
  temperatures: Reading[];
}

export enum Alarm {
  Warm = 'warm',
  Low = 'low',
}
