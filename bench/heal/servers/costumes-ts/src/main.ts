import { createApp } from './app.ts';
import { loadStore } from './store/load.ts';

const port = Number(process.env.PORT ?? 3000);
const store = loadStore();

createApp(store).listen(port, () => {
  console.log(`costume store on ${port}`);
});
