export const env = {
  port: Number(process.env.PORT ?? 8787),
  adminKey: process.env.ADMIN_KEY ?? 'dev-admin',
  slaHours: { high: 4, normal: 24, low: 72 },
  pageSize: 2,
};
