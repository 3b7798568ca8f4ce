const isPlain = (value) => value !== null && typeof value === 'object' && !Array.isArray(value);

export function merge(base, over) {
  const out = { ...base };
  for (const [key, value] of Object.entries(over)) {
    out[key] = isPlain(value) && isPlain(base[key]) ? merge(base[key], value) : value;
  }
  return out;
}
