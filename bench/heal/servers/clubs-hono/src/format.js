const days = { mon: 'Monday', tue: 'Tuesday', wed: 'Wednesday', thu: 'Thursday', fri: 'Friday', sat: 'Saturday' };

export function dayName(short) {
  const name = days[short];
  if (name === undefined) throw new RangeError(`Not a weekday: ${short}`);
  return name;
}

export function fee(cents) {
  return cents === 0 ? 'free' : `${(cents / 100).toFixed(2)} EUR`;
}

export function initials(name) {
  return name
    .split(' ')
    .map((part) => part[0])
    .join('');
}
