import { EventEmitter } from 'node:events';

export const bus = new EventEmitter();

bus.on('error', (error) => console.error('bus:', error.message));
