import { port, settings } from './config/index.js';
import { createApp } from './http/index.js';

createApp().listen(port, () => {
  console.log(`${settings.canteen.name} listens on ${port}`);
});
