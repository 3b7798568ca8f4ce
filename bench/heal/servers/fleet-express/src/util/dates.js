const dayMs = 24 * 60 * 60 * 1000;

export const parseDay = (text) => {
  const [year, month, day] = text.split('-').map(Number);
  return new Date(Date.UTC(year, month - 1, day));
};

export const daysBetween = (from, to) => Math.round((parseDay(to) - parseDay(from)) / dayMs);

export const monthOf = (stamp) => stamp.slice(0, 7);

export function duration(startedAt, endedAt) {
  const minutes = Math.round((new Date(endedAt) - new Date(startedAt)) / 60_000);
  return `${Math.floor(minutes / 60)}h${String(minutes % 60).padStart(2, '0')}`;
}
