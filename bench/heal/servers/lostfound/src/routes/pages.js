const { Router } = require('express');
const settings = require('../settings');
const items = require('../repositories/items');
const { render, escapeHtml } = require('../lib/views');

const router = Router();

router.get('/', async (req, res) => {
  const waiting = items.stored();
  const rows = waiting.map((item) => `<tr><td>${item.foundOn}</td><td>${escapeHtml(item.category)}</td><td>${escapeHtml(item.stationName ?? `line ${item.line}`)}</td></tr>`);
  const hours = settings.office.hours.map(({ days, from, to }) => `<li>${days} ${from}-${to}</li>`);
  const content = await render('board', { count: waiting.length, rows: rows.join('\n'), hours: hours.join('') });
  const { name, phone } = settings.office;
  res.type('html').send(await render('layout', { title: 'Lost and found', office: name, phone, content }));
});

router.get('/health', (req, res) => {
  res.json({ ok: true, stored: items.count({ status: 'stored' }) });
});

module.exports = router;
