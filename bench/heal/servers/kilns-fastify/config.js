export const config = {
  port: Number(process.env.PORT ?? 3000),
  host: process.env.HOST ?? '127.0.0.1',
  database: process.env.DB_FILE ?? ':memory:',
  pricing: { bisque: 40, glaze: 65, raku: 90 },
  pageSize: 20,
};
