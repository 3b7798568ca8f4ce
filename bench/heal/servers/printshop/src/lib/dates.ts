const dayMs = 24 * 60 * 60 * 1000;

export function isDay(text: unknown): text is string {
  return typeof text === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));
}

export function toDay(date: Date): string {
  return date.toISOString().slice(0, 10);
}

export function nextDay(day: string): string {
  return toDay(new Date(Date.parse(day) + dayMs));
}

export function isWorkingDay(day: string, closed: string[]): boolean {
  const weekday = new Date(day).getUTCDay();
  return weekday !== 0 && weekday !== 6 && !closed.includes(day);
}

export function addWorkingDays(day: string, count: number, closed: string[]): string {
  let current = day;
  let left = count;
  while (left > 0) {
    current = nextDay(current);
    if (isWorkingDay(current, closed)) left -= 1;
  }
  return current;
}

export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / dayMs);
}

export function monthOf(day: string): string {
  return toDay(new Date(day)).slice(0, 7);
}

export function longDay(day: string): string {
  return new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(day),
  );
}
