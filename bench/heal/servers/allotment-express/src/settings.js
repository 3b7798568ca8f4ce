const { PORT = '3000', DATABASE = ':memory:', TODAY, WEATHER_URL, WEATHER_KEY } = process.env;

export default {
  port: Number(PORT),
  database: DATABASE,
  today: () => TODAY ?? new Date().toISOString().slice(0, 10),
  weather: { url: WEATHER_URL, key: WEATHER_KEY },
  rent: { perSquareMetre: 120, waterFee: 2500 },
  pageSize: 3,
  currency: '€',
};
