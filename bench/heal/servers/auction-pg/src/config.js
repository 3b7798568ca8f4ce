const required = (name) => {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is missing`);
  return value;
};

module.exports = {
  port: Number(process.env.PORT || 3000),
  databaseUrl: required('DATABASE_URL'),
  minimumRaisePercent: 2,
  invoicePrefix: '2026',
};
