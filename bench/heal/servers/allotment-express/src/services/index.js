import { leaseService } from './leases.js';
import { billingService } from './billing.js';
import { waitingService } from './waiting.js';
import { weatherService } from './weather.js';

export function createServices(repositories, { db, settings }) {
  const billing = billingService(repositories, settings);
  const leases = leaseService(repositories, { db, settings, billing });
  const waiting = waitingService(repositories, { settings });
  return { billing, leases, waiting, weather: weatherService(settings), repositories };
}
