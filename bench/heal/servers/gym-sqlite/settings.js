module.exports = {
  port: Number(process.env.PORT) || 5000,
  host: process.env.HOST || '127.0.0.1',
  plans: {
    basic: { discount: 0, maxBookings: 2 },
    gold: { discount: 0.25, maxBookings: 5 },
  },
};
