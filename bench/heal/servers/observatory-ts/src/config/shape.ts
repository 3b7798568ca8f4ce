import { list, number, object, oneOf, text } from '#lib/validate';

export const configShape = object({
  http: object({ host: text(), port: number({ min: 1, max: 65535 }) }),
  site: object({ name: text(), timezone: text(), latitude: number({ min: -90, max: 90 }), horizon: number({ min: 0, max: 90 }) }),
  booking: object({
    slotMinutes: number({ min: 10 }),
    maxSlotsPerNight: number({ min: 1 }),
    graceDays: number({ min: 0 }),
    roles: list(text()),
  }),
  plugins: object({ folder: text(), disabled: list(text()) }),
  logging: object({ level: oneOf('debug', 'info', 'warn', 'error') }),
});
