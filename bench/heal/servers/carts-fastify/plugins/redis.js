'use strict';

const Redis = require('ioredis');

module.exports = function redisPlugin(app, url) {
  const redis = new Redis(url, { maxRetriesPerRequest: 2 });
  redis.on('error', (error) => console.error('redis:', error.message));
  app.addHook('onClose', async () => redis.quit());
  return redis;
};
