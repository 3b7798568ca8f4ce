#!/usr/bin/env node
'use strict';

const config = require('../radio.config.json');
const { createRadio } = require('radio-harbour');

const radio = createRadio(config);
const port = Number(process.env.PORT || 8080);

radio.server.listen(port, '127.0.0.1', () => radio.log.info('on air', { port }));

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => {
    radio.jobs.stopAll();
    radio.server.close(() => process.exit(0));
  });
}
