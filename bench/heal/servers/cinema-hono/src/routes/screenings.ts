import { Hono } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { formatLength, formatPrice, formatWhen } from '../lib/format';
import { films, screenings } from '../services/programme';
import { freeSeats } from '../services/seating';
import type { AppEnv, Screening } from '../types';

const app = new Hono<AppEnv>();

function present(screening: Screening) {
  const film = films.get(screening.filmId)!;
  return {
    id: screening.id,
    title: film.title,
    director: film.credits?.director ?? null,
    length: formatLength(film.minutes),
    when: formatWhen(screening.startsAt),
    price: formatPrice(screening.cents),
    free: freeSeats(screening).length,
  };
}

app.get('/', (c) => {
  const hall = c.req.query('hall');
  const list = [...screenings.values()]
    .filter((screening) => hall === undefined || screening.hall === hall)
    .toSorted((a, b) => a.startsAt.getTime() - b.startsAt.getTime());
  return c.json(list.map(present));
});

app.get('/:id', (c) => {
  const screening = screenings.get(Number(c.req.param('id')));
  if (!screening) throw new HTTPException(404, { message: `No screening ${c.req.param('id')}` });
  return c.json({ ...present(screening), seats: freeSeats(screening) });
});

app.get('/:id/ends', (c) => {
  const screening = screenings.get(Number(c.req.param('id')));
  if (!screening) throw new HTTPException(404, { message: 'No such screening' });
  const { minutes } = films.get(screening.filmId)!;
  return c.json({ endsAt: new Date(screening.startsAt.getTime() + minutes * 60_000).toISOString() });
});

export default app;
