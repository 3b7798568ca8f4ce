const settings = require('../settings');
const items = require('../repositories/items');
const stations = require('../repositories/stations');
const HttpError = require('../lib/httpError');
const { addDays, daysBetween, isDay } = require('../lib/dates');
const { formatCents } = require('../lib/money');

function storageDays(category) {
  return settings.storage.byCategory[category] ?? settings.storage.defaultDays;
}

function present(item) {
  return {
    id: item.id,
    category: item.category,
    description: item.description,
    line: item.line,
    foundOn: item.foundOn,
    station: item.stationCode ? { code: item.stationCode, name: item.stationName, zone: item.zone } : null,
    finder: item.finder?.toUpperCase() ?? null,
    shelf: item.shelf,
    value: formatCents(item.valueCents),
    status: item.status,
    keepUntil: addDays(item.foundOn, storageDays(item.category)),
  };
}

function search({ page, size, ...filter }) {
  const limit = Math.min(Number(size ?? settings.paging.size), settings.paging.max);
  const current = Math.max(1, Number(page ?? 1));
  const total = items.count(filter);
  const rows = items.search(filter, { limit, offset: (current - 1) * limit });
  return { page: current, pages: Math.ceil(total / limit), total, items: rows.map(present) };
}

function get(id) {
  const item = items.byId(id);
  if (!item) throw HttpError.notFound('item', id);
  return present(item);
}

function register(input) {
  const fields = {};
  if (!settings.categories.includes(input.category)) fields.category = `one of ${settings.categories.join(', ')}`;
  if (!input.description?.trim()) fields.description = 'is missing';
  if (!input.line) fields.line = 'is missing';
  if (input.foundOn !== undefined && !isDay(input.foundOn)) fields.foundOn = 'is no date';
  if (input.station && !stations.byCode(input.station)) fields.station = 'is unknown';
  if (Object.keys(fields).length > 0) throw HttpError.invalid(fields);
  const id = items.insert({
    category: input.category,
    description: input.description.trim(),
    line: String(input.line),
    station: input.station ?? null,
    foundOn: input.foundOn ?? settings.today(),
    finder: input.finder ?? null,
    valueCents: Math.round((input.value ?? 0) * 100),
  });
  return get(Number(id));
}

function putOnShelf(id, shelf) {
  if (!/^[A-Z]\d$/.test(shelf ?? '')) throw HttpError.invalid({ shelf: 'is a letter and a digit' });
  get(id);
  items.setShelf(id, shelf);
  return get(id);
}

function fee(id) {
  const item = items.byId(id);
  if (!item) throw HttpError.notFound('item', id);
  const { handlingCents, perWeekCents, surchargeCents } = settings.fees;
  const weeks = Math.floor(daysBetween(item.foundOn, settings.today()) / 7);
  const surcharge = surchargeCents[item.category] ?? 0;
  const cents = handlingCents + weeks * perWeekCents + surcharge;
  return { id, weeks, cents, fee: formatCents(cents) };
}

module.exports = { search, get, register, putOnShelf, fee, present, storageDays };
