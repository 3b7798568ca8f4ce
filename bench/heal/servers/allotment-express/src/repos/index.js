import { plotRepository } from './plots.js';
import { tenantRepository } from './tenants.js';
import { leaseRepository } from './leases.js';
import { applicantRepository } from './applicants.js';

export function createRepositories(db) {
  return {
    plots: plotRepository(db),
    tenants: tenantRepository(db),
    leases: leaseRepository(db),
    applicants: applicantRepository(db),
    keys: {
      find: (key) => db.one('SELECT holder, role FROM api_keys WHERE key = ?', [key]),
    },
  };
}
