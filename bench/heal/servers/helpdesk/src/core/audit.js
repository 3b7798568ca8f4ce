import { EventEmitter } from 'node:events';
import { appendFile } from 'node:fs/promises';

const file = new URL('../../logs/audit.log', import.meta.url);

export const audit = new EventEmitter();

audit.on('error', (error) => {
  console.warn(`audit: ${error.message}`);
});

export async function note(agent, action) {
  await appendFile(file, `${agent} ${action}\n`);
  audit.emit('written', { agent, action });
}
