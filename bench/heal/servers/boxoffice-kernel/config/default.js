module.exports = {
  title: 'Box Office',
  modules: ['catalog', 'seating', 'sales', 'reports', 'pages'],
  server: { port: 3000, bodyLimit: '32kb' },
  paging: { size: 3 },
  booking: { hold: '15m', fee: 150, perName: 2, holidays: 'data/holidays.yaml' },
  languages: { known: ['en', 'nl'], fallback: 'en' },
  staff: { token: undefined },
};
