const period = ({ from, to }) => (from === to ? String(from) : `${from}–${to}`);

export function toView({ shelfmark, title, kind, years }) {
  return { shelfmark, title, kind, period: period(years) };
}
