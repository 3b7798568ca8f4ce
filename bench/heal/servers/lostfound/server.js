const fs = require('node:fs');
const path = require('node:path');

const envFile = path.join(__dirname, '.env');
if (fs.existsSync(envFile)) process.loadEnvFile(envFile);

const settings = require('./src/settings');
const { createApp } = require('./src/app');

const server = createApp().listen(settings.port, (error) => {
  if (error) throw error;
  console.log(`${settings.office.name} listens on ${settings.port}`);
});

process.on('SIGTERM', () => server.close());
