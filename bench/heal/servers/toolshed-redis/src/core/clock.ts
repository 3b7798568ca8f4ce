export namespace Day {
  const ms = 86_400_000;

  export function of(date: Date): string {
    return date.toISOString().slice(0, 10);
  }

  export function plus(day: string, days: number): string {
    return of(new Date(Date.parse(day) + days * ms));
  }

  export function between(from: string, to: string): number {
    return Math.floor((Date.parse(to) - Date.parse(from)) / ms);
  }

  export function isDay(text: string): boolean {
    return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));
  }
}

export interface Clock {
  today(): string;
}

export class SystemClock implements Clock {
  today(): string {
    return Day.of(new Date());
  }
}
