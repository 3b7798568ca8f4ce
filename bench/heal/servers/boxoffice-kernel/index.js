'use strict';

const http = require('node:http');
const config = require('./config');
const Kernel = require('./lib/kernel');

const kernel = new Kernel(config);

kernel.on('loaded', (name) => console.log(`module ${name} is loaded`));
kernel.on('failed', (error) => console.error(error));

for (const name of config.modules) kernel.load(require(`./modules/${name}`), name);

const server = http.createServer(kernel.handler());
server.listen(config.server.port, () => console.log(`${config.title} listens on ${config.server.port}`));
