export const settings = {
  port: Number(process.env.PORT ?? 3000),
  weather: { url: process.env.WEATHER_URL ?? '', waitMs: 2000 },
  limits: { loanDays: 21, journal: 5 },
  crops: new Map([
    ['leek', { weeks: 20 }],
    ['chard', { weeks: 9 }],
    ['bean', { weeks: 10 }],
  ]),
};
