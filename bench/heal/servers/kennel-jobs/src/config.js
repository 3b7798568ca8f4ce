export const config = {
  port: Number(process.env.PORT ?? 3000),
  dbFile: process.env.DB_FILE ?? ':memory:',
  deskToken: process.env.DESK_TOKEN ?? 'desk-4471',
  jobs: { attempts: 3, keep: 20 },
  tax: { rate: 0.1, label: 'VAT' },
};
