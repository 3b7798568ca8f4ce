const { Router } = require('express');
const store = require('../lib/store');

const router = Router();

router.get('/', (req, res) => {
  res.json(store.allTeas());
});

router.get('/:id/label', (req, res) => {
  const tea = store.findTea(req.params.id);
  if (!tea) return res.status(404).json({ error: 'No such tea' });
  res.json({ label: `${tea.name.toUpperCase()} (${tea.origin})` });
});

module.exports = router;
