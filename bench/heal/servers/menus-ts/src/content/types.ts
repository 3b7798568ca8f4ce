export interface Dish {
  title: string;
  price: number;
  allergens: string[];
  tags: string[];
}

export type Day = 'mon' | 'tue' | 'wed' | 'thu' | 'fri';

export interface Week {
  id: string;
  days: Partial<Record<Day, string[]>>;
}

export interface Plan {
  current: string;
  weeks: Week[];
}
