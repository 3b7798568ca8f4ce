const fixed = process.env.RESORT_NOW;

export const now = () => (fixed ? new Date(fixed) : new Date());

export const today = () => now().toISOString().slice(0, 10);

export function addDays(day, count) {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + count);
  return date.toISOString().slice(0, 10);
}

export const hoursSince = (stamp) => Math.floor((now() - new Date(stamp)) / 3_600_000);
