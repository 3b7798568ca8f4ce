import { Router } from 'express';
import { notFound } from '../lib/http-error.js';
import { Lru } from '../lib/lru.js';
import { couriers } from '../repositories/couriers.js';
import { parcels } from '../repositories/parcels.js';

const cards = new Lru({ max: 20 });

async function cardOf(id) {
  const cached = cards.get(id);
  if (cached) return cached;
  const courier = await couriers.find(id);
  if (!courier) throw notFound('Courier', id);
  const card = {
    name: courier.name,
    initials: courier.name.split(' ').map((word) => word[0]).join(''),
    plate: courier.vehicle?.plate ?? 'on foot',
    phone: courier.phone ? courier.phone.replaceAll(' ', '-') : null,
  };
  cards.set(id, card);
  return card;
}

export function courierRoutes() {
  const router = Router();

  router.get('/', async (req, res) => {
    const found = await couriers.named(req.query.name ?? '');
    res.json(found.map(({ id, name }) => ({ id, name })));
  });

  router.get('/:id', async (req, res) => {
    res.json(await cardOf(req.params.id));
  });

  router.get('/:id/load', async (req, res) => {
    const { name } = await cardOf(req.params.id);
    const rows = await parcels.ofCourier(req.params.id);
    const grams = rows.reduce((sum, { weight }) => sum + weight, 0);
    const heaviest = rows.length > 0 ? rows.reduce((one, other) => (other.weight > one.weight ? other : one)).id : null;
    res.json({ name, parcels: rows.length, kilos: (grams / 1000).toFixed(1), heaviest });
  });

  router.put('/:id/photo', async (req, res) => {
    await cardOf(req.params.id);
    const chunks = [];
    for await (const chunk of req) chunks.push(chunk);
    const bytes = Buffer.concat(chunks);
    res.status(201).json({ bytes: bytes.length, kind: req.get('content-type') ?? 'unknown' });
  });

  return router;
}
