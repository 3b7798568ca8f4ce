const dayMs = 86_400_000;

export function parseDay(text: string): Date {
  const day = new Date(`${text}T00:00:00Z`);
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text) || Number.isNaN(day.getTime())) throw new RangeError(`not a day: ${text}`);
  return day;
}

export function formatDay(day: Date): string {
  return day.toISOString().slice(0, 10);
}

export function addDays(text: string, days: number): string {
  return formatDay(new Date(parseDay(text).getTime() + days * dayMs));
}

export function isWorkingDay(text: string, holidays: Set<string>): boolean {
  const weekday = parseDay(text).getUTCDay();
  return weekday !== 0 && weekday !== 6 && !holidays.has(text);
}

/** The day that lies so many working days after another. */
export function addWorkingDays(from: string, count: number, holidays: Set<string>): string {
  let day = from;
  let left = count;
  while (left > 0) {
    day = addDays(day, 1);
    if (isWorkingDay(day, holidays)) {
      left -= 1;
    }
  }
  return day;
}

export function monthOf(day: string): string {
  return formatDay(parseDay(day)).slice(0, 7);
}
