import { Router } from 'express';
import { addDog, findDog, listDogs } from '../services/dogs.js';

export const dogs = Router();

dogs.get('/', async (req, res) => {
  const list = await listDogs({ owner: req.query.owner });
  res.json({ total: list.length, dogs: list.map(({ id, name, owner }) => ({ id, name, owner })) });
});

dogs.get('/:id', async (req, res) => {
  const dog = await findDog(req.params.id);
  res.json(dog);
});

dogs.post('/', async (req, res) => {
  const dog = await addDog(req.body ?? {});
  res.status(201).location(`/dogs/${dog.id}`).json(dog);
});
