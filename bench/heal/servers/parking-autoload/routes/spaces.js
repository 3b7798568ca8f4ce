const settings = require('../lib/settings');

module.exports = async function spaces(app) {
  app.get('/levels', async () => app.lot.overview(settings.site.levels));

  app.get('/widest', async () => {
    const all = [...app.lot.spaces.values()];
    const [widest] = all.sort((a, b) => b.features.width - a.features.width);
    return { id: widest.id, width: widest.features.width };
  });
};

module.exports.prefix = '/spaces';
