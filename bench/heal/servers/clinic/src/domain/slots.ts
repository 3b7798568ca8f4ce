import { settings } from '../settings.ts';
import type { Appointment, Doctor } from '../store/index.ts';
import { toMinutes, toTime, weekdayOf } from './clock.ts';

export function* slotTimes(): Generator<string> {
  const last = toMinutes(settings.closes) - settings.slotMinutes;
  for (let at = toMinutes(settings.opens); at <= last; at += settings.slotMinutes) yield toTime(at);
}

export function freeSlots(doctor: Doctor, date: string, taken: Appointment[]): string[] {
  if (!doctor.weekdays.includes(weekdayOf(date))) return [];
  const busy = new Set(taken.map(({ start }) => start.slice(11)));
  return [...slotTimes()].filter((time) => !busy.has(time));
}
