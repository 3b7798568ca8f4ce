const { createApp } = require('./app');
const { port } = require('./config');
const { migrate } = require('./db/migrate');
const { pool } = require('./db/pool');

async function main() {
  const applied = await migrate(pool);
  if (applied.length > 0) console.log(`migrated: ${applied.join(', ')}`);
  const app = createApp();
  app.listen(port, () => console.log(`auction on ${port}`));
}

main().catch((error) => {
  console.error(error);
  process.exit(1);
});
