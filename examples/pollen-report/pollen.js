'use strict';

const readings = { coast: { birch: 2, grass: 0 }, hills: { birch: 5, grass: 1 } };

class PollenClient {
  constructor(account) {
    this.account = account;
  }

  today(region) {
    const { account, keyExpires } = this.account;
    if (new Date(keyExpires) < new Date()) {
      const error = new Error(`401 Unauthorized: the API key of ${account} expired on ${keyExpires}`);
      throw Object.assign(error, { code: 'invalid_api_key' });
    }
    return readings[region];
  }
}

module.exports = { PollenClient };
