var fs = require('fs');
var path = require('path');

var file = path.join(__dirname, 'site.json');
var settings = JSON.parse(fs.readFileSync(file, 'utf8'));

module.exports = {
  site: settings.site,
  prices: settings.prices,
  guides: settings.guides,
  dataDir: path.resolve(__dirname, '..', 'data'),
};
