const dayMs = 24 * 60 * 60 * 1000;

export const addDays = (day, count) => new Date(Date.parse(day) + count * dayMs).toISOString().slice(0, 10);

export const daysBetween = (from, to) => Math.round((Date.parse(to) - Date.parse(from)) / dayMs);

export default { addDays, daysBetween };
