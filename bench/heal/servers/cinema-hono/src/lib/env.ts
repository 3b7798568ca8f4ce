export const env = {
  port: Number(process.env.PORT ?? 8787),
  cashierKeys: (process.env.CASHIER_KEYS ?? '').split(',').filter(Boolean),
  timeZone: 'Europe/Lisbon',
  locale: 'en-GB',
};
