module.exports = {
  server: { bodyLimit: '256kb' },
  paging: { size: 20 },
};
