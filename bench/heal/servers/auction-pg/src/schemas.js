const { z } = require('zod');

const newLot = z.object({
  growerId: z.number().int(),
  flower: z.string().min(2),
  stems: z.number().int().positive(),
  reservePrice: z.number().int().nonnegative(),
  auctionDay: z.string().regex(/^\d{4}-\d{2}-\d{2}$/),
  grade: z.enum(['A1', 'A2', 'B']).optional(),
});

const lotChanges = newLot.pick({ reservePrice: true, grade: true }).partial();

const newBid = z.object({ amount: z.number().int().positive() });

module.exports = { newLot, lotChanges, newBid };
