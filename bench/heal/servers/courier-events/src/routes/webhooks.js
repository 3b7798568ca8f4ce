import { createHmac, timingSafeEqual } from 'node:crypto';
import express, { Router } from 'express';
import { HttpError } from '../lib/http-error.js';
import { record } from '../services/bus.js';
import { load } from '../services/parcels.js';

const secret = process.env.WEBHOOK_SECRET ?? 'local-webhook-secret';

function isSigned(body, signature) {
  const wanted = createHmac('sha256', secret).update(body).digest();
  const given = Buffer.from(signature, 'hex');
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}

export function webhookRoutes() {
  const router = Router();

  router.post('/delivery', express.raw({ type: '*/*' }), async (req, res) => {
    if (!isSigned(req.body ?? '', req.get('x-signature') ?? '')) throw new HttpError(401, 'bad signature');
    const { parcelId } = JSON.parse(req.body.toString());
    const parcel = await load(parcelId);
    parcel.state = 'delivered';
    await record(parcel, 'delivered');
    res.status(202).json({ id: parcel.id, state: parcel.state });
  });

  return router;
}
