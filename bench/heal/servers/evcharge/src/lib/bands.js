const minuteMs = 60_000;

function bandAt(bands, at) {
  const hour = at.getUTCHours();
  return bands.find((band) => hour >= band.from && hour < band.to);
}

/** The minutes of a session by price, in the order in which they come. */
export function splitByBand(bands, started, ended) {
  const parts = [];
  for (let at = new Date(started); at < new Date(ended); at = new Date(at.getTime() + minuteMs)) {
    const { cents } = bandAt(bands, at);
    const last = parts.at(-1);
    if (last?.cents === cents) last.minutes += 1;
    else parts.push({ cents, minutes: 1 });
  }
  return parts;
}
