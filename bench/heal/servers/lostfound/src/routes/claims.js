const { Router } = require('express');
const claimService = require('../services/claimService');
const HttpError = require('../lib/httpError');
const staffOnly = require('../middleware/staff');

const router = Router();
const states = ['open', 'accepted', 'rejected'];

router.get('/', (req, res) => {
  const { state } = req.query;
  if (state && !states.includes(state)) throw HttpError.invalid({ state: `one of ${states.join(', ')}` });
  const claims = claimService.list(state);
  res.json({ total: claims.length, claims });
});

router.post('/', (req, res) => {
  const claim = claimService.open(req.body ?? {});
  res.status(201).json(claim);
});

router
  .route('/:id')
  .all((req, res, next) => {
    req.claimId = Number(req.params.id);
    next();
  })
  .get((req, res) => {
    res.json(claimService.get(req.claimId));
  });

router.post('/:id/accept', staffOnly, (req, res) => {
  res.json(claimService.accept(Number(req.params.id)));
});

router.post('/:id/reject', staffOnly, (req, res) => {
  const { reason } = req.body ?? {};
  res.json(claimService.reject(Number(req.params.id), reason));
});

module.exports = router;
