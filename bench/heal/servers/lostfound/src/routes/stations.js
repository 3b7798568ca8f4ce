const { Router } = require('express');
const stations = require('../repositories/stations');
const HttpError = require('../lib/httpError');

const router = Router();

router.get('/', (req, res) => {
  res.json({ stations: stations.list() });
});

router.get('/:code', (req, res) => {
  const code = req.params.code.toUpperCase();
  const station = stations.byCode(code);
  if (!station) throw HttpError.notFound('station', code);
  const { name, zone } = station;
  const found = stations.foundAt(code);
  res.json({ code, name, zone, found: found.length, latest: found[0]?.foundOn ?? null });
});

module.exports = router;
