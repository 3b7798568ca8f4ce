export interface Berth {
  id: number;
  code: string;
  pier: string;
  lengthM: number;
  powerAmps: number | null;
}

export interface Boat {
  id: number;
  name: string;
  owner: string;
  lengthM: number;
  registration: string | null;
}

export enum StayState {
  Open = 'open',
  Closed = 'closed',
}

export interface Stay {
  id: number;
  berthId: number;
  boatId: number;
  arrivedOn: string;
  nights: number;
  state: StayState;
  note: string | null;
}

export type NewStay = Pick<Stay, 'berthId' | 'boatId' | 'arrivedOn' | 'nights' | 'note'>;

export function departure(stay: Pick<Stay, 'arrivedOn' | 'nights'>): string {
  const day = new Date(`${stay.arrivedOn}T00:00:00Z`);
  day.setUTCDate(day.getUTCDate() + stay.nights);
  return day.toISOString().slice(0, 10);
}
