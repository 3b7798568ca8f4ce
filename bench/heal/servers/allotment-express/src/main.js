import { buildApp } from './http/app.js';
import { openDatabase } from './db/client.js';
import { createRepositories } from './repos/index.js';
import { createServices } from './services/index.js';
import settings from './settings.js';

const db = await openDatabase(settings.database);
const repositories = createRepositories(db);
const services = createServices(repositories, { db, settings });
const app = buildApp(services, settings);

app.listen(settings.port, () => console.log(`allotment on ${settings.port}`));
