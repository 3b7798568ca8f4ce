import express from 'express';
import { config } from './config.js';
import { reportRoutes } from './routes/reports.js';
import { tripRoutes } from './routes/trips.js';
import { vehicleRoutes } from './routes/vehicles.js';
import { ApiError } from '#util/errors';

const app = express();
app.use(express.json());
app.use('/vehicles', vehicleRoutes);
app.use('/trips', tripRoutes);
app.use('/reports', reportRoutes);

app.get('/rates', async (req, res) => {
  const url = process.env.RATES_URL;
  if (!url) throw new ApiError(503, 'rates are not configured');
  const answer = await fetch(`${url}/diesel`, { headers: { authorization: `Bearer ${process.env.RATES_TOKEN}` } });
  if (!answer.ok) throw new Error(`rates service answered ${answer.status}`);
  const { pence } = await answer.json();
  res.json({ pence });
});

app.use((req, res) => {
  res.status(404).json({ error: `no route ${req.method} ${req.path}` });
});

app.use((error, req, res, next) => {
  if (res.headersSent) return next(error);
  if (error instanceof ApiError) return res.status(error.status).json(error);
  console.error(error);
  res.status(error.status ?? 500).json({ error: 'internal error' });
});

app.listen(config.port, (error) => {
  if (error) throw error;
  console.log(`${config.company} on ${config.port}`);
});
