export enum Category {
  Adult = 'adult',
  Child = 'child',
  Senior = 'senior',
}

export interface Hall {
  code: string;
  rows: number;
  seatsPerRow: number;
}

export interface Film {
  id: string;
  title: string;
  minutes: number;
  rating: string;
  credits?: { director: string };
}

export interface Screening {
  id: number;
  filmId: string;
  hall: string;
  startsAt: Date;
  cents: number;
}

export interface Ticket {
  code: string;
  screeningId: number;
  seat: string;
  category: Category;
  soldAt: Date;
}

export interface AppEnv {
  Variables: { cashier: string; startedAt: number };
}
