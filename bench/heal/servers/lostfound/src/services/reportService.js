const settings = require('../settings');
const items = require('../repositories/items');
const { addDays, daysBetween } = require('../lib/dates');
const { formatCents } = require('../lib/money');
const { storageDays } = require('./itemService');

function summary() {
  const rows = items.perCategory();
  const total = rows.reduce((sum, row) => sum + row.count, 0);
  const cents = rows.reduce((sum, row) => sum + row.valueCents, 0);
  return {
    office: settings.office.name,
    total,
    value: formatCents(cents),
    categories: rows.map(({ category, count, valueCents }) => ({
      category,
      count,
      share: Math.round((count / total) * 100),
      value: formatCents(valueCents),
    })),
  };
}

function lines() {
  return items.perLine().map(({ line, found, returned, latest }) => ({
    line,
    found,
    returned,
    rate: Number((returned / found).toFixed(2)),
    latest,
  }));
}

function overdue(today = settings.today()) {
  return items
    .stored()
    .map((item) => ({ item, due: addDays(item.foundOn, storageDays(item.category)) }))
    .filter(({ due }) => due < today)
    .map(({ item, due }) => ({ id: item.id, description: item.description, shelf: item.shelf, days: daysBetween(due, today) }));
}

function quote(text) {
  return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function auctionCsv(today) {
  const rows = overdue(today).map(({ id, description, shelf, days }) => [id, quote(description), shelf ?? '', days]);
  return `${[['id', 'description', 'shelf', 'days'], ...rows].map((row) => row.join(',')).join('\n')}\n`;
}

module.exports = { summary, lines, overdue, auctionCsv };
