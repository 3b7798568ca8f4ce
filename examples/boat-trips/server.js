import express from 'express';
import { tripRoutes } from './routes/trips.js';
import { seatRoutes } from './routes/seats.js';

const app = express();
app.use('/trips', tripRoutes);
app.use('/seats', seatRoutes);
app.listen(process.env.PORT ?? 3000);
